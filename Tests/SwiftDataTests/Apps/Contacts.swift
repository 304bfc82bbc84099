#if SwiftData
  import Foundation
  import SwiftData

  // An address book: structs as attributes, related objects, a self-relationship.

  struct Coordinate: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  enum Kind: String, Codable, CaseIterable {
    case home, work
  }

  struct Address: Codable, Hashable {
    var street: String
    var city: String
    var zip: String?
    var kind: Kind = .home
    var position: Coordinate?
    var notes: [String] = []

    var label: String { "\(street), \(city)" }
  }

  @Model
  class Company {
    #Unique<Company>([\.name], [\.code, \.country])

    var name: String
    var code: Int
    var country: String = "NO"
    var address: Address
    @Relationship(deleteRule: .deny, inverse: \Person.employer)
    var staff: [Person] = []

    init(name: String, code: Int, address: Address) {
      self.name = name
      self.code = code
      self.address = address
    }
  }

  @Model
  final class Person {
    #Index<Person>([\.name], [\.name, \.born])

    var name: String
    @Attribute(originalName: "birthday") var born: Date?
    var address: Address?
    var palette: [String: Int] = [:]
    var employer: Company?
    var manager: Person?
    @Relationship(inverse: \Person.manager) var reports: [Person] = []
    @Attribute(.ephemeral) var selections = 0
    @Attribute(.externalStorage) var photo: Data?
    @Transient var isSelected = false

    var initials: String { String(name.prefix(1)) }

    init(_ name: String, address: Address? = nil, employer: Company? = nil) {
      self.name = name
      self.address = address
      self.employer = employer
    }
  }
#endif
