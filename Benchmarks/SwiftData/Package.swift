// swift-tools-version: 6.2
import PackageDescription

// Measures the library `SwiftData` beside GRDB's records and plain structs:
// `swift run -c release --package-path Benchmarks/SwiftData Measure`.
let package = Package(
  name: "measure",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "martlet", path: "../..", traits: ["SwiftData"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Measure",
      dependencies: [
        .product(name: "SwiftData", package: "martlet"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    )
  ]
)
