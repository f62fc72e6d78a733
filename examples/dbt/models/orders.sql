{{ config(materialized='external', location='orders.parquet') }}

-- What the warehouse keeps of the orders that the shop exported.
select
    order_id,
    customer,
    placed,
    cast(amount as decimal(12, 2)) as total,
    status
from read_csv('{{ var("export") }}')
where status <> 'cancelled'
