import Foundation
import SwiftData

/// How people travel.
enum Transport: String, Codable, CaseIterable, Sendable {
  case train, ferry, bicycle
}

@Model
final class Trip {
  #Index<Trip>([\.starts])

  @Attribute(.unique) var name: String
  var starts: Date
  var transport: Transport = Transport.train
  var budget: Double?
  @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []

  init(name: String, starts: Date) {
    self.name = name
    self.starts = starts
  }

  var nights: Int { stays.reduce(0) { $0 + $1.nights } }
  var cost: Double { stays.reduce(0) { $0 + $1.price } }
  var isLong: Bool { nights > 7 }

  var verdict: String {
    guard let budget else { return "no budget" }
    return cost > budget ? "too expensive" : "fine"
  }
}

@Model
final class Stay {
  var place: String
  var nights: Int
  var pricePerNight: Double
  var trip: Trip?

  init(_ place: String, nights: Int, pricePerNight: Double) {
    precondition(nights > 0, "a stay takes a night")
    self.place = place
    self.nights = nights
    self.pricePerNight = pricePerNight
  }

  var price: Double { Double(nights) * pricePerNight }
}
