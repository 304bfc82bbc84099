import Foundation
import SwiftData

/// A record as an app declares it.
@Model
final class User {
  @Attribute(.unique) var code: Int
  var firstName: String
  var surname: String
  var age: Int
  var balance: Double

  init(_ values: PlainUser) {
    code = values.code
    firstName = values.firstName
    surname = values.surname
    age = values.age
    balance = values.balance
  }
}

/// The same values without a store.
struct PlainUser: Codable {
  var code: Int
  var firstName: String
  var surname: String
  var age: Int
  var balance: Double

  init(_ number: Int) {
    code = number
    firstName = ["Jane", "Bo", "Zoë", "Kim"][number % 4]
    surname = "Surname \(number % 1009)"
    age = number % 100
    balance = Double(number % 977) / 7
  }
}
