#if SwiftData
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct SwiftDataPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      ModelMacro.self, PersistedPropertyMacro.self, MarkerMacro.self, ConstraintMacro.self,
      ModelActorMacro.self, PredicateMacro.self,
    ]
  }
#else
  /// The program of the macros without the trait: it has none.
  @main
  struct EmptyPlugin {
    static func main() {}
  }
#endif
