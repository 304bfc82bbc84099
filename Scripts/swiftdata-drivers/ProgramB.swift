import Foundation
import SwiftData
import Testing

@Test func tenThousandUsers() throws {
  let clock = ContinuousClock()
  let database = try UserDB(useInMemoryStore: true)
  let users = try (0..<10_000).map { _ in try User() }
  let insertion = try clock.measure { try database.create(users) }
  var found: [User] = []
  let fetch = try clock.measure {
    found = try database.read(
      predicate: #Predicate { $0.firstName == "Jane" },
      sortDescriptors: SortDescriptor(\.surname),
      SortDescriptor(\.firstName)
    )
  }
  print("10,000 users inserted in \(insertion), \(found.count) found in \(fetch)")
  #expect(found.count == users.count { $0.firstName == "Jane" })
  let isSorted = zip(found, found.dropFirst()).allSatisfy {
    $0.surname.localizedStandardCompare($1.surname) != .orderedDescending
  }
  #expect(isSorted)
  let first = found[0]
  first.age = 100
  try database.update(first)
  #expect(try database.read(predicate: #Predicate { $0.age == 100 }).count == 1)
  try database.delete(first)
  #expect(try database.read(predicate: nil).count == 9_999)
}
