import Foundation
import SwiftData

/// Prints a table of seconds: typed objects in memory and in a file, GRDB's records, plain structs.
@main
enum Measure {
  static func main() throws {
    let total = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
    let users = (0..<total).map(PlainUser.init)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let memory = try objects(users, ModelConfiguration(isStoredInMemoryOnly: true))
    let file = try objects(
      users,
      ModelConfiguration(url: folder.appendingPathComponent("users.store"))
    )
    let peer = try records(users, folder.appendingPathComponent("users.sqlite").path)
    let plain = structs(users)

    print("| seconds, \(total) users | objects in memory | in a file | GRDB | structs |")
    print("|---|---:|---:|---:|---:|")
    for place in memory.indices {
      let figures = [memory, file, peer, plain].map { String(format: "%.4f", $0[place].seconds) }
      print("| \(memory[place].name) | \(figures.joined(separator: " | ")) |")
    }
  }

  typealias Figure = (name: String, seconds: Double)

  /// The median of five runs.
  static func time(_ name: String, runs: Int = 5, _ body: () throws -> Void) rethrows -> Figure {
    let times = try (0..<runs).map { _ in
      let time = try ContinuousClock().measure(body)
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
    return (name, times.sorted()[runs / 2])
  }

  static let few = 10_000

  static func objects(
    _ users: [PlainUser],
    _ configuration: ModelConfiguration
  ) throws -> [Figure] {
    let container = try ModelContainer(for: User.self, configurations: configuration)
    func insert(_ users: some Sequence<PlainUser>) throws {
      let context = ModelContext(container)
      for user in users { context.insert(User(user)) }
      try context.save()
    }
    var figures: [Figure] = []
    var next = users.count
    figures.append(
      try time("insert and save \(few)") {
        let part = (next..<next + few).map(PlainUser.init)
        next += few
        try insert(part)
      }
    )
    try container.erase()
    for start in stride(from: 0, to: users.count, by: 100_000) {
      try insert(users[start..<min(users.count, start + 100_000)])
    }
    figures.append(
      try time("fetch all, read one property") {
        let context = ModelContext(container)
        let sum = try context.fetch(FetchDescriptor<User>()).reduce(0) { $0 + $1.age }
        precondition(sum == users.reduce(0) { $0 + $1.age })
      }
    )
    let predicate = #Predicate<User> { $0.age > 50 && $0.firstName == "Jane" }
    figures.append(
      try time("count with a predicate") {
        let count = try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate))
        precondition(count == users.count { $0.age > 50 && $0.firstName == "Jane" })
      }
    )
    return figures
  }

  static func records(_ users: [PlainUser], _ path: String) throws -> [Figure] {
    let peer = try Peer(path)
    try peer.insert(users)
    var next = users.count
    let insertion = try time("") {
      let part = (next..<next + few).map(PlainUser.init)
      next += few
      try peer.insert(part)
    }
    return try [
      insertion, time("") { _ = try peer.fetchAll() }, time("") { _ = try peer.count() },
    ]
  }

  static func structs(_ users: [PlainUser]) -> [Figure] {
    var kept = users
    return [
      time("") { kept.append(contentsOf: (0..<few).map(PlainUser.init)) },
      time("") { precondition(users.reduce(0) { $0 + $1.age } > 0) },
      time("") { precondition(users.count { $0.age > 50 && $0.firstName == "Jane" } > 0) },
    ]
  }
}
