// swift-tools-version: 6.2
import PackageDescription

// An app's model layer with its tests. On Apple's systems SwiftData is the system's framework; on
// Linux it is the library of this repository. An app names the repository by its URL:
// .package(url: "https://github.com/martlet/martlet", branch: "main", traits: ["SwiftData"])
let package = Package(
  name: "Trips",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Trips", targets: ["Trips"])],
  dependencies: [.package(name: "martlet", path: "../..", traits: ["SwiftData"])],
  targets: [
    .target(
      name: "Trips",
      dependencies: [
        .product(name: "SwiftData", package: "martlet", condition: .when(platforms: [.linux]))
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    .testTarget(
      name: "TripsTests",
      dependencies: [
        "Trips",
        .product(name: "SwiftData", package: "martlet", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
  ]
)
