// Programs need only `import Martlet`.
@_exported public import Context
@_exported public import MemoryStore
@_exported public import Model
@_exported public import Storage
