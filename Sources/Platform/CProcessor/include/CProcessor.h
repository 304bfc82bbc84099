// Nothing is called: what stands in the target runs by itself.
