#if SwiftData
  import Foundation
  import SwiftData

  // The model layer of a budget app: rules in methods, computed properties, enums, a struct.

  enum EnvelopeError: Error, Equatable { case emptyName, invalidLimit, nameIsTaken }

  /// How often an envelope is filled again.
  enum Rhythm: String, Codable, CaseIterable { case weekly, monthly, yearly }

  enum Importance: Int, Codable, Comparable {
    case low = 1
    case normal, high

    static func < (left: Importance, right: Importance) -> Bool { left.rawValue < right.rawValue }
  }

  struct Shop: Codable, Hashable {
    var name: String
    var city: String?
  }

  @Model
  final class Envelope {
    #Unique<Envelope>([\.name, \.rhythm])
    #Index<Envelope>([\.limit], [\.name, \.limit])

    var name: String
    var limit: Double
    var rhythm: Rhythm = Rhythm.monthly
    var importance: Importance = Importance.normal
    var opened: Date = Date.now
    var tags: [String] = []
    @Relationship(deleteRule: .cascade, inverse: \Payment.envelope)
    var payments: [Payment] = []
    @Transient var isExpanded = false

    var spent: Double {
      payments.reduce(0) { sum, payment in
        sum + payment.total
      }
    }

    var remaining: Double { limit - self.spent }

    var status: String {
      let left = remaining
      if left < 0 { return "over" }
      guard left > limit * 0.1 else { return "close" }
      return "fine"
    }

    var days: Int {
      switch rhythm {
      case .weekly: 7
      case .monthly: 30
      case .yearly: 365
      }
    }

    var isPressing: Bool { importance == .high && rhythm != Rhythm.yearly }
    var largest: Double? { payments.map(\.amount).max() }
    var returns: Int { payments.filter { $0.amount < 0 }.count }
    var heading: String { "\(name): \(status)" }
    var summary: String { payments.map(\.note).joined(separator: ", ") }

    init(name: String, limit: Double) {
      self.name = name
      self.limit = limit
    }

    /// Inserts the envelope, if it is valid and its name is free.
    func save(in context: ModelContext) throws {
      guard limit > 0 else { throw EnvelopeError.invalidLimit }
      if name.isEmpty { throw EnvelopeError.emptyName }
      let wanted = name
      let same = FetchDescriptor<Envelope>(predicate: #Predicate { $0.name == wanted })
      guard try context.fetchCount(same) == 0 else { throw EnvelopeError.nameIsTaken }
      context.insert(self)
      try context.save()
    }

    static func over(_ amount: Double) -> FetchDescriptor<Envelope> {
      FetchDescriptor(
        predicate: #Predicate { $0.limit > amount },
        sortBy: [SortDescriptor(\.name)]
      )
    }
  }

  @Model
  class Payment {
    var note: String
    var amount: Double
    var count: Int
    var shop: Shop?
    var envelope: Envelope?

    init(_ note: String, amount: Double, count: Int = 1, shop: Shop? = nil) {
      precondition(count > 0, "the count is positive")
      self.note = note
      self.amount = amount
      self.count = count
      self.shop = shop
    }
  }

  extension Payment {
    var total: Double { amount * Double(count) }
  }
#endif
