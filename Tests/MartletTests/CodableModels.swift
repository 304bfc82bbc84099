import Foundation
import Martlet

/// Models with every type, and the corresponding Swift types.
let everyTypeModels = """
  enum Level { low, middle, high }
  struct Geo { lat: Double, lon: Double }
  struct Address { street: String?, city: String, geo: Geo? }
  model Person {
    name: String unique
    age: Int
    small: Int?
    large: Decimal?
    ratio: Double?
    isActive: Bool = true
    born: Date?
    key: UUID?
    photo: Data?
    worth: Decimal?
    site: String?
    level: Level = .low
    levels: [Level] = []
    address: Address?
    tags: [String] = []
    dates: [Date] = []
    desk: Desk? inverse owner
    boss: Person? inverse staff
    staff: [Person] ordered
    teams: [Team]
    label = name + "!"
  }
  model Desk { number: Int, owner: Person? }
  model Team { name: String unique, members: [Person] inverse teams }
  model Vehicle { plate: String unique, wheels: Int = 4 }
  model Car: Vehicle { doors: Int }
  model Truck: Vehicle { load: Double? }
  """

enum Level: String, Codable { case low, middle, high }

struct Geo: Codable, Equatable { var lat, lon: Double }

struct Address: Codable, Equatable {
  var street: String?
  var city: String
  var geo: Geo?
}

struct Desk: Codable, Equatable, Identifiable {
  var id: RecordID?
  var number: Int
}

/// All types, under custom coding keys.
struct Person: Codable, Equatable {
  var id: RecordID?
  var fullName: String
  var age: UInt8
  var small: Int8?
  var large: UInt64?
  var ratio: Float?
  var isActive: Bool
  var born: Date?
  var key: UUID?
  var photo: Data?
  var worth: Decimal?
  var site: URL?
  var level: Level
  var levels: [Level]
  var address: Address?
  var tags: Set<String>
  var dates: [Date]
  var desk: Desk?
  var boss: RecordID?
  var staff: [RecordID]
  var teams: [Team]?
  var label: String?

  enum CodingKeys: String, CodingKey {
    case fullName = "name"
    case id, age, small, large, ratio, isActive, born, key, photo, worth, site, level, levels
    case address, tags, dates, desk, boss, staff, teams, label
  }
}

struct Team: Codable, Equatable, Identifiable {
  var id: RecordID?
  var name: String
}

class Vehicle: Codable {
  var plate: String
  var wheels: Int?

  init(_ plate: String) { self.plate = plate }
}

final class Car: Vehicle {
  var doors: Int

  init(_ plate: String, doors: Int) {
    self.doors = doors
    super.init(plate)
  }

  private enum CodingKeys: String, CodingKey { case doors }

  required init(from decoder: any Decoder) throws {
    doors = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .doors)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(doors, forKey: .doors)
    try super.encode(to: encoder)
  }
}

/// Like `Car`, but with its parent's properties in a separate container.
final class Truck: Vehicle {
  var load: Double?

  init(_ plate: String, load: Double?) {
    self.load = load
    super.init(plate)
  }

  private enum CodingKeys: String, CodingKey { case load }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    load = try container.decodeIfPresent(Double.self, forKey: .load)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(load, forKey: .load)
    try super.encode(to: container.superEncoder())
  }
}

/// A chain of nested records.
final class Link: Codable {
  var number: Int
  var next: Link?

  init(_ number: Int, _ next: Link?) { (self.number, self.next) = (number, next) }
}

let linkModels = "model Link { number: Int, next: Link? inverse previous, previous: Link? }"
