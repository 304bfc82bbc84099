#if SwiftData
  import Foundation
  import SwiftData

  // An importer: structs for the JSON of a web service, models for the store.

  struct ContactDTO: Codable {
    struct Address: Codable {
      let street: String
      let city: String
    }

    let id: Int
    let name: String
    let email: String?
    let address: Address
    let groups: [String]
  }

  @Model
  final class Contact {
    @Attribute(.unique) var number: Int
    var name: String
    var email: String?
    var address: String
    @Relationship(inverse: \ContactGroup.contacts) var groups: [ContactGroup] = []

    init(_ dto: ContactDTO) {
      number = dto.id
      name = dto.name
      email = dto.email
      address = "\(dto.address.street), \(dto.address.city)"
    }

    var hasEmail: Bool { email != nil }
  }

  @Model
  final class ContactGroup {
    @Attribute(.unique) var name: String
    var contacts: [Contact] = []

    init(name: String) { self.name = name }
  }

  struct ContactImporter {
    let context: ModelContext

    /// Inserts the contacts of a JSON array, with their groups.
    func insert(_ json: Data) throws {
      var groups = Dictionary(
        uniqueKeysWithValues: try context.fetch(FetchDescriptor<ContactGroup>()).map {
          ($0.name, $0)
        }
      )
      for dto in try JSONDecoder().decode([ContactDTO].self, from: json) {
        let contact = Contact(dto)
        context.insert(contact)
        for name in dto.groups {
          let group = groups[name] ?? ContactGroup(name: name)
          groups[name] = group
          contact.groups.append(group)
        }
      }
      try context.save()
    }
  }
#endif
