/** Where a field is: names from the row inward, and a step into the items wherever a collection is entered. */
export type FieldPath = readonly FieldStep[];

export type FieldStep = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'items' };
