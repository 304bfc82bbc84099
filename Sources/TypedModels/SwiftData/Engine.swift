#if SwiftData
  import Context
  import Martlet
  import Model

  // The untyped library has types of the same names.
  typealias EngineContext = Context.ModelContext
  typealias EngineContainer = Context.ModelContainer
  typealias Value = Model.Value
#endif
