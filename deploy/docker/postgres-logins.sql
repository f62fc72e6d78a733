-- Run once, by the server's first start: the login of the service can read and write rows, and nothing else.
CREATE ROLE plumbline_owner NOLOGIN;
CREATE ROLE plumbline_service NOLOGIN;
CREATE ROLE plumbline_app LOGIN PASSWORD 'change-me-too' IN ROLE plumbline_service;
