// swift-tools-version: 6.2
// The import table: a target may import only what its line names, and imports only go down.
import CompilerPluginSupport
import PackageDescription

/// Whether `make documentation` runs. Only then is the documentation compiler's plugin a dependency.
let buildsDocumentation = Context.environment["MARTLET_DOCUMENTATION"] != nil

/// Whether `make test-swiftdata` runs. Its tests are then the only ones, with those of its example.
let testsSwiftData = Context.environment["MARTLET_SWIFTDATA"] != nil

/// Whether `make fuzzers` runs.
let buildsFuzzers = Context.environment["MARTLET_FUZZERS"] != nil

/// What `martlet --version` prints besides the versions of linked libraries; `make build` sets it.
let buildFacts = ["MARTLET_COMMIT", "MARTLET_SWIFT", "MARTLET_PACKAGES"].compactMap { name in
  Context.environment[name].map { CSetting.define(name, to: "\"\($0)\"") }
}

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A module in one of the rooms of `Sources`.
func module(
  _ name: String,
  in room: String,
  imports: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name,
    dependencies: imports,
    path: "Sources/\(room)/\(name)",
    resources: resources,
    swiftSettings: strict
      + (linking.isEmpty || !small.contains(name) ? [] : [.unsafeFlags(["-Osize"])])
  )
}

/// Modules that no statement spends much time in: `make build` prefers small code to fast code there.
let small: Set<String> = [
  "Syntax", "Binding", "ForeignInput", "Session", "Shell", "Lessons", "Explaining", "Charts",
  "Diagrams", "SwiftSource", "Generation", "Migrations", "Demo", "Features", "CoreDataModels",
  "KeyedArchives", "SQLGeneration", "TableModels", "NativeStores", "Planning", "Diagnostics",
  "JSONRPC", "Assistants", "Documents", "Notebooks", "Editors", "Context", "Transfer",
  "PostgreSQLStore",
]

func tests(_ name: String, imports: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: imports + ["TestSupport"], swiftSettings: strict)
}

/// How `make build` links the command; see `Scripts/link-flags`.
let linking = (Context.environment["MARTLET_LINKING"] ?? "").split(separator: " ").map(String.init)

let package = Package(
  name: "martlet",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "martlet", targets: ["Command"]),
    // The other two are for programs that bring a store of their own.
    .library(name: "Martlet", targets: ["Martlet", "Columns", "Expressions"]),
    // Swift models as declarations. Without the trait it only says how to build it.
    .executable(name: "martlet-models", targets: ["ModelsTool"]),
    // SwiftData's API on Linux; empty without the trait.
    .library(name: "SwiftData", targets: ["SwiftData"]),
  ],
  traits: [
    .trait(name: "SwiftData", description: "SwiftData's API on Linux. Fetches swift-syntax.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Only with the trait `SwiftData`: no target depends on it otherwise.
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"700.0.0"),
  ]
    + (buildsDocumentation
      ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")] : []),
  targets: [
    .target(name: "CPlatform", path: "Sources/Platform/CPlatform"),
    module("Platform", in: "Platform", imports: ["CPlatform"]),
    module("Diagnostics", in: "Language"),
    module("Model", in: "Model"),
    module(
      "Syntax",
      in: "Language",
      imports: ["Diagnostics"],
      resources: [.embedInCode("Texts")]
    ),
    module("Expressions", in: "Model", imports: ["Model"]),
    module("Columns", in: "Engine", imports: ["Platform", "Model"]),
    module("Storage", in: "Stores", imports: ["Diagnostics", "Model", "Expressions", "Columns"]),
    module(
      "Binding",
      in: "Language",
      imports: ["Diagnostics", "Model", "Syntax", "Expressions", "Storage", "Columns"]
    ),
    module(
      "ForeignInput",
      in: "Language",
      imports: ["Diagnostics", "Model", "Syntax", "Expressions", "Binding"],
      resources: [.embedInCode("Texts")]
    ),
    module("Planning", in: "Engine", imports: ["Model", "Expressions", "Storage"]),
    module(
      "Execution",
      in: "Engine",
      imports: [
        "CPlatform", "Platform", "Model", "Expressions", "Columns", "Storage", "Planning",
      ]
    ),
    module(
      "Context",
      in: "Data",
      imports: [
        "Diagnostics", "Model", "Expressions", "Columns", "Storage", "Planning", "Execution",
      ]
    ),
    module("MemoryStore", in: "Stores", imports: ["Model", "Expressions", "Columns", "Storage"]),
    .systemLibrary(name: "CZlib", path: "Sources/Platform/CZlib"),
    module("KeyedArchives", in: "Stores", imports: ["CZlib"]),
    module("CoreDataModels", in: "Stores", imports: ["KeyedArchives"]),
    module("SQLGeneration", in: "Stores", imports: ["Model", "Expressions", "Storage"]),
    module(
      "TableModels",
      in: "Stores",
      imports: ["Model", "Expressions", "SQLGeneration"]
    ),
    module("ColumnImages", in: "Stores", imports: ["Platform", "Columns", "Storage"]),
    module(
      "NativeStores",
      in: "Stores",
      imports: ["Model", "Columns", "Storage", "SQLGeneration", "TableModels"]
    ),
    module(
      "SQLiteStore",
      in: "Stores",
      imports: [
        "Platform", "Model", "Expressions", "Columns", "Storage", "ColumnImages", "SQLGeneration",
        "TableModels", "NativeStores",
        "KeyedArchives", "CoreDataModels", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    module(
      "PostgreSQLStore",
      in: "Stores",
      imports: [
        "Platform", "Diagnostics", "Model", "Expressions", "Columns", "Storage", "SQLGeneration",
        "TableModels", "NativeStores",
      ]
    ),
    module("Files", in: "Data", imports: ["Platform", "Diagnostics", "Storage"]),
    module(
      "Formats",
      in: "Data",
      imports: [
        "CPlatform", "Platform", "Diagnostics", "Model", "Columns", "Storage", "Files",
      ]
    ),
    module(
      "Rendering",
      in: "Presentation",
      imports: ["Diagnostics", "Model", "Storage", "Files", "Formats"]
    ),
    module(
      "Session",
      in: "Programs",
      imports: [
        "Platform", "Diagnostics", "Model", "Syntax", "Expressions", "Columns", "Storage",
        "Binding", "Planning", "Execution", "Context", "Files", "Rendering", "MemoryStore",
      ]
    ),
    module(
      "Transfer",
      in: "Data",
      imports: [
        "Platform", "Diagnostics", "Model", "Syntax", "Expressions", "Columns", "Storage",
        "Binding", "Planning", "Execution", "Context", "Files", "Formats", "Rendering", "Session",
        "MemoryStore", "ColumnImages",
      ]
    ),
    module(
      "Charts",
      in: "Presentation",
      imports: [
        "Diagnostics", "Model", "Syntax", "Storage", "Binding", "Files", "Rendering", "Session",
      ]
    ),
    module(
      "Diagrams",
      in: "Presentation",
      imports: ["Diagnostics", "Model", "Session"]
    ),
    module("SwiftSource", in: "Presentation", imports: ["Model", "Expressions"]),
    module(
      "Explaining",
      in: "Presentation",
      imports: [
        "SwiftSource", "Diagnostics", "Model", "Syntax", "Expressions", "Columns", "Storage",
        "Binding", "Planning", "Execution", "Context", "Rendering", "Session",
      ]
    ),
    module(
      "Lessons",
      in: "Presentation",
      imports: [
        "Diagnostics", "Model", "Syntax", "Storage", "Binding", "Rendering", "MemoryStore",
        "Session", "Explaining", "Demo",
      ],
      resources: [.embedInCode("Texts")]
    ),
    module(
      "Demo",
      in: "Data",
      imports: ["Model", "Columns", "Storage", "Context", "MemoryStore", "Session"]
    ),
    module(
      "Generation",
      in: "Data",
      imports: [
        "Demo", "Diagnostics", "Model", "Syntax", "Expressions", "Columns", "Storage", "Binding",
        "Planning", "Execution", "Context", "Rendering", "Session",
      ]
    ),
    module(
      "Migrations",
      in: "Data",
      imports: [
        "Diagnostics", "Model", "Syntax", "Expressions", "Columns", "Storage", "Binding",
        "Planning", "Execution", "Context", "Rendering", "MemoryStore", "Session",
      ]
    ),
    // The list of features, each with the handlers of its statements.
    module(
      "Features",
      in: "Programs",
      imports: [
        "Binding", "Context", "ForeignInput", "Session", "Storage", "Charts", "Explaining",
        "Generation",
        "Migrations", "Transfer",
      ]
    ),
    module(
      "Martlet",
      in: "Programs",
      imports: [
        "Columns", "Diagnostics", "Model", "Syntax", "Expressions", "Storage", "Binding",
        "Planning", "Execution", "Context", "Features", "Session", "MemoryStore", "SQLiteStore",
      ]
    ),
    .macro(
      name: "SwiftDataMacros",
      dependencies: [
        "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftCompilerPlugin",
      ]
      .map {
        .product(name: $0, package: "swift-syntax", condition: .when(traits: ["SwiftData"]))
      },
      path: "Sources/TypedModels/SwiftDataMacros",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "ModelsTool",
      dependencies: ["SwiftSyntax", "SwiftParser"].map {
        .product(name: $0, package: "swift-syntax", condition: .when(traits: ["SwiftData"]))
      }
        + ["Diagnostics", "Model", "Syntax", "Storage", "Binding", "ForeignInput"].map {
          .target(name: $0, condition: .when(traits: ["SwiftData"]))
        },
      path: "Sources/TypedModels/ModelsTool",
      swiftSettings: strict
    ),
    module(
      "SwiftData",
      in: "TypedModels",
      imports: [
        "Martlet", "Context", "Model", "PostgreSQLStore", "Session", "Storage", "SwiftDataMacros",
      ]
    ),
    .target(
      name: "CEditline",
      path: "Sources/Platform/CEditline",
      linkerSettings: [.linkedLibrary("edit")]
    ),
    module(
      "Shell",
      in: "Programs",
      imports: [
        "SwiftSource", "Platform", "Session", "Diagrams", "Explaining", "Lessons",
        "Files", "Formats", "Rendering", "Diagnostics", "Syntax", "Binding", "Model", "Storage",
        "ColumnImages", "Expressions", "CEditline",
      ]
    ),
    module(
      "Documents",
      in: "Protocols",
      imports: [
        "Diagnostics", "Model", "Syntax", "Storage", "Files", "Formats", "Rendering", "Session",
        "Shell",
      ],
      resources: [.embedInCode("Texts")]
    ),
    module("JSONRPC", in: "Protocols", imports: ["Platform"]),
    module(
      "Notebooks",
      in: "Protocols",
      imports: ["Diagnostics", "Syntax", "Rendering", "Session", "Shell", "Documents", "JSONRPC"]
    ),
    module(
      "Assistants",
      in: "Protocols",
      imports: [
        "Platform", "Diagnostics", "Model", "Syntax", "Storage", "Binding", "Files", "Formats",
        "Context", "Rendering", "Session", "Shell", "JSONRPC",
      ]
    ),
    module(
      "Editors",
      in: "Protocols",
      imports: [
        "Diagnostics", "Model", "Syntax", "Expressions", "Storage", "Binding", "Context",
        "MemoryStore", "Rendering", "Session", "Shell", "JSONRPC",
      ]
    ),
    .target(
      name: "CBuild",
      path: "Sources/Platform/CBuild",
      cSettings: buildFacts
    ),
    .executableTarget(
      name: "Command",
      dependencies: [
        "CBuild", "Platform",
        "Shell", "Features", "Demo", "Transfer", "Session", "Diagnostics", "Syntax", "Binding",
        "Model", "Files",
        "Storage", "MemoryStore",
        "ColumnImages", "SQLiteStore", "PostgreSQLStore",
        "Rendering", "Formats", "JSONRPC", "Assistants", "Documents", "Notebooks", "Editors",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Programs/Command",
      swiftSettings: strict,
      linkerSettings: linking.isEmpty ? [] : [.unsafeFlags(linking)]
    ),

    .executableTarget(
      name: "LibraryExample",
      dependencies: ["Martlet"],
      path: "Examples/Library",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "StoreExample",
      dependencies: ["Martlet", "Columns", "Expressions"],
      path: "Examples/Store",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),

    .target(
      name: "CoreDataFixtures",
      dependencies: [
        "CZlib", "CoreDataModels", "KeyedArchives",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/CoreDataFixtures",
      swiftSettings: strict
    ),
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
    .target(
      name: "PostgreSQLFixtures",
      dependencies: ["PostgreSQLStore", "Session", "Storage"],
      path: "Tests/PostgreSQLFixtures",
      swiftSettings: strict
    ),
    .target(
      name: "StoreContractSuite",
      dependencies: ["Storage", "Columns", "Model", "TestSupport"],
      path: "Tests/StoreContract",
      swiftSettings: strict
    ),
    .target(
      name: "StoreFixtures",
      dependencies: [
        "SQLiteStore", "Features", "Demo", "Session", "Storage", "Model", "Expressions",
        "TestSupport", "Diagnostics", "Syntax", "Formats", "ColumnImages", "Platform",
      ],
      path: "Tests/StoreFixtures",
      swiftSettings: strict
    ),
    tests("PlatformTests", imports: ["Platform", "CPlatform"]),
    tests("DiagnosticsTests", imports: ["Diagnostics"]),
    tests("ModelTests", imports: ["Model"]),
    tests("SyntaxTests", imports: ["Syntax", "ForeignInput", "Diagnostics"]),
    tests("ExpressionsTests", imports: ["Expressions", "Model"]),
    tests("KeyedArchivesTests", imports: ["KeyedArchives", "CoreDataFixtures"]),
    tests("CoreDataModelsTests", imports: ["CoreDataModels", "KeyedArchives", "CoreDataFixtures"]),
    tests("ColumnsTests", imports: ["Columns", "Model"]),
    tests(
      "ColumnImagesTests",
      imports: ["ColumnImages", "Columns", "Model", "Platform", "Storage"]
    ),
    tests(
      "MemoryStoreTests",
      imports: ["MemoryStore", "Storage", "Columns", "Model", "StoreContractSuite"]
    ),
    tests(
      "SQLiteStoreTests",
      imports: [
        "SQLiteStore", "ColumnImages", "NativeStores", "SQLGeneration", "TableModels", "Features",
        "Session", "Formats", "Syntax", "Storage", "Expressions", "Model", "Columns", "Diagnostics",
        "Context",
        "MemoryStore",
        "StoreContractSuite", "StoreFixtures", "CoreDataFixtures", "CoreDataModels",
        "KeyedArchives", .product(name: "GRDB", package: "GRDB.swift"), "SwiftSource",
      ]
    ),
    tests(
      "PostgreSQLStoreTests",
      imports: [
        "PostgreSQLStore", "PostgreSQLFixtures", "SQLGeneration", "Session", "Features", "Storage",
        "Model", "Columns", "StoreContractSuite", "StoreFixtures", "Diagnostics", "Syntax",
        "Formats",
      ]
    ),
    tests(
      "BindingTests",
      imports: ["Binding", "Syntax", "Storage", "Expressions", "Model", "Diagnostics"]
    ),
    tests(
      "ExecutionTests",
      imports: [
        "Execution", "Planning", "MemoryStore", "Storage", "Columns", "Expressions", "Model",
        "SQLGeneration", "SQLiteStore", "NativeStores", "StoreContractSuite", "StoreFixtures",
        "PostgreSQLFixtures", "PostgreSQLStore",
        .product(name: "GRDB", package: "GRDB.swift"), "Explaining",
      ]
    ),
    tests(
      "SQLGenerationTests",
      imports: [
        "SQLGeneration", "Storage", "Expressions", "Model", "Binding", "Syntax", "Diagnostics",
      ]
    ),
    tests(
      "FormatsTests",
      imports: ["Formats", "Storage", "Columns", "Model", "Diagnostics"]
    ),
    tests(
      "ChartsTests",
      imports: ["Charts", "Rendering", "Diagnostics"]
    ),
    tests("RenderingTests", imports: ["Rendering", "Storage", "Columns", "Model", "Diagnostics"]),
    tests(
      "SessionTests",
      imports: [
        "Binding", "Transfer", "Features", "Demo", "Lessons", "Diagrams", "Explaining",
        "Session", "Context", "MemoryStore", "Storage", "Syntax", "Model", "Diagnostics",
        "Rendering", "Formats", "Expressions", "StoreFixtures", "SwiftSource",
        "PostgreSQLFixtures", "ColumnImages",
      ]
    ),
    tests(
      "ContextTests",
      imports: [
        "Transfer", "Context", "Features", "Session", "MemoryStore", "Storage", "Columns", "Syntax",
        "Model", "Diagnostics", "Formats", "StoreFixtures",
      ]
    ),
    tests(
      "ShellTests",
      imports: [
        "Platform", "Shell", "Features", "Demo", "Lessons", "Session", "Expressions",
        "MemoryStore", "Model", "Storage", "Syntax", "Diagnostics", "CoreDataFixtures", "Formats",
        "PostgreSQLFixtures",
      ]
    ),
    tests("MartletTests", imports: ["Martlet", "StoreFixtures"]),
    tests("SwiftDataTests", imports: ["Model", "SwiftData"]),
    tests("ProtocolsTests", imports: ["JSONRPC", "Editors"]),
    tests(
      "StoreExampleTests",
      imports: [
        "StoreExample", "Martlet", "Features", "Session", "Syntax", "Diagnostics",
        "StoreContractSuite",
      ]
    ),
  ]
)

if testsSwiftData {
  package.targets.removeAll { $0.type == .test && $0.name != "SwiftDataTests" }
  package.targets += [
    .target(
      name: "Trips",
      dependencies: ["SwiftData"],
      path: "Examples/Trips/Sources/Trips",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),
    .testTarget(
      name: "TripsTests",
      dependencies: ["Trips", "SwiftData"],
      path: "Examples/Trips/Tests/TripsTests",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),
  ]
}

/// The readers that libFuzzer tests, and the modules that each imports. Each is a program of its
/// own, because libFuzzer examines all counters of a program after each input. `READERS` in
/// Scripts/fuzzers has the same names.
let fuzzed: [(reader: String, imports: [Target.Dependency])] = [
  ("Lexer", ["Diagnostics", "Syntax"]),
  ("Parser", ["Diagnostics", "Syntax"]),
  ("Files", ["Columns", "Formats", "Model", "Platform", "Storage"]),
  ("Archives", ["CoreDataModels", "KeyedArchives"]),
  (
    "Pages",
    [
      "Columns", "Model", "SQLGeneration", "SQLiteStore", "Storage",
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ]
  ),
  ("Images", ["ColumnImages", "Columns", "Model", "Storage"]),
  (
    "Messages",
    [
      "Assistants", "Demo", "Editors", "Features", "JSONRPC", "MemoryStore", "Platform", "Session",
      "Shell", "Storage",
    ]
  ),
]

if buildsFuzzers {
  package.targets += fuzzed.map { reader, imports in
    .executableTarget(
      name: "\(reader)Fuzzer",
      dependencies: imports,
      path: "Tests/Fuzzers",
      sources: ["\(reader).swift"],
      // libFuzzer contains the main function.
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
    )
  }
}
