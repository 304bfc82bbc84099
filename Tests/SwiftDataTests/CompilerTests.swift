#if SwiftData
  import Foundation
  import Testing
  import TestSupport

  /// What the compiler says about sources that use the library: expansions and isolation.
  @Suite struct CompilerTests {
    static let isAvailable =
      (try? BuiltCommand.runShell(path + "swiftc --version").status) == 0
    /// Makes the compiler that runs the tests known to a shell.
    static let path = "PATH=\"\(ProcessInfo.processInfo.environment["PATH"] ?? "")\"; "

    /// Compiles a source in Swift 6 mode, and returns its errors or expansions.
    func compile(_ source: String, _ options: String = "") throws -> String {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("main.swift")
      let text = "import Foundation\nimport SwiftData\n" + Self.trip + source
      try Data(text.utf8).write(to: file)
      let result = try BuiltCommand.runShell(
        """
        \(Self.path)
        products=$(dirname "$MARTLET")
        swiftc -emit-sil -o /dev/null -parse-as-library -swift-version 6 \
          -module-cache-path "${TMPDIR:-/tmp}/martlet-modules" -I "$products/Modules" \
          -I "\(Self.repository)/Sources/Platform/CPlatform/include" \
          -I "\(Self.repository)/Sources/Platform/CZlib" \
          -I "$products/../../checkouts/GRDB.swift/Sources/GRDBSQLite" \
          -load-plugin-executable "$products/SwiftDataMacros-tool#SwiftDataMacros" \
          \(options) "\(file.path)" 2>&1
        """
      )
      return result.output
    }

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path

    static let trip =
      "@Model final class Trip { var name: String; init(name: String) { self.name = name } }\n"

    func errors(_ source: String) throws -> [String] {
      try compile(source).split(separator: "\n").filter { $0.contains(": error: ") }
        .map { String($0.components(separatedBy: ": error: ").last ?? "") }
    }

    @Test(.enabled(if: isAvailable)) func isolationIsChecked() throws {
      let cases: [(source: String, part: String)] = [
        // Models are not Sendable.
        ("func send<T: Sendable>(_ value: T) {}\nfunc f(_ trip: Trip) { send(trip) }", "Sendable"),
        // An object does not leave its task.
        (
          """
          func f(_ trip: Trip) {
            Task { print(trip.name) }
            trip.name = "Oslo"
          }
          """,
          "data race"
        ),
        // A context stays in its isolation.
        (
          """
          func f(_ context: ModelContext) {
            Task { try context.save() }
            context.insert(Trip(name: "Oslo"))
          }
          """,
          "data race"
        ),
        ("func f(_ context: ModelContext) -> any Sendable { context }", "Sendable"),
        // An actor does not give its objects away.
        (
          """
          @ModelActor actor Store {
            func first() throws -> Trip? { try modelContext.fetch(FetchDescriptor<Trip>()).first }
          }
          func f(_ store: Store) async throws { print(try await store.first()?.name ?? "") }
          """,
          "Trip"
        ),
        // The main context belongs to the main actor.
        ("func f(_ container: ModelContainer) { print(container.mainContext) }", "main actor"),
      ]
      for (source, part) in cases {
        let errors = try errors(source)
        #expect(errors.contains { $0.contains(part) }, "\(source)\n\(errors)")
      }
    }

    @Test(.enabled(if: isAvailable)) func whatMayBeShared() throws {
      let found = try compile(
        """
        func send<T: Sendable>(_ value: T) {}
        @ModelActor actor Store {
          func add(_ names: [String]) throws -> [PersistentIdentifier] {
            let trips = names.map(Trip.init)
            for trip in trips { modelContext.insert(trip) }
            try modelContext.save()
            return trips.map(\\.persistentModelID)
          }
        }
        @ModelActor(disableGenerateInit: true) actor Custom {
          init(_ container: ModelContainer) {
            modelContainer = container
            modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
          }
        }
        @MainActor func f(_ container: ModelContainer) async throws {
          send(container)
          send(container.schema)
          send(container.configurations)
          send(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Oslo" }))
          let ids = try await Store(modelContainer: container).add(["Oslo"])
          send(ids)
          let trip: Trip? = container.mainContext.model(for: ids[0]) as? Trip
          trip?.name = "Bergen"
          _ = Custom(container)
          let new = Trip(name: "Voss")
          let task = Task.detached { new.name }
          _ = await task.value
        }
        """
      )
      #expect(found == "")
    }

    @Test(.enabled(if: isAvailable)) func expansions() throws {
      let source = """
        @Model class Vehicle {
          #Index<Vehicle>([\\.name])
          @Attribute(.unique) var name: String
          @Relationship(deleteRule: .cascade) var parts: [Part]?
          @Transient var isOpen = false
          var label: String { name }
          init() { name = "" }
        }
        @Model final class Part { var code = 0; init() {} }
        @Model final class Car: Vehicle { var doors: Int = 4 }
        @ModelActor public actor Store {}
        func f() {
          _ = #Predicate<Vehicle> { $0.name == String(describing: Int.self) }
        }
        """
      let text = try compile(source, "-Xfrontend -dump-macro-expansions")
      let file = URL(fileURLWithPath: Self.repository + "/Tests/Macros/expansions.txt")
      let found = Self.expansions(in: text)
      let expected = try String(contentsOf: file, encoding: .utf8)
      if ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil {
        try Data(found.utf8).write(to: file)
      }
      #expect(found == expected)
    }

    /// The expansions of our macros, without file names, in order.
    private static func expansions(in text: String) -> String {
      var parts: [String] = []
      var part: [Substring]?
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("@__swiftmacro_") {
          part = []
        } else if line.hasPrefix("------------------------------"), let lines = part {
          // The first line follows the name of the buffer, the second ends the expansion.
          if lines.isEmpty { continue }
          let text = lines.joined(separator: "\n")
          if !text.isEmpty, !parts.contains(text) { parts.append(text) }
          part = nil
        } else {
          part?.append(line)
        }
      }
      return parts.sorted().joined(separator: "\n\n") + "\n"
    }
  }
#endif
