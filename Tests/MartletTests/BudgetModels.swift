import Foundation
import Martlet

/// The models of the tests, as the language declares them.
let budgetModels = """
  enum Category { food, travel, other }
  struct Place { street: String?, city: String }
  model Budget {
    name: String unique
    limit: Double
    owner: String?
    price: Decimal?
    created: Date = now
    tags: [String] = []
    category: Category = .other
    place: Place?
    expenses: [Expense] cascade inverse budget ordered
    spent = sum(expenses.amount)
    check limit > 0 else "limit must be greater than zero"
  }
  model Expense { name: String, amount: Double, budget: Budget? }
  model Vehicle { plate: String unique }
  model Car: Vehicle { doors: Int }
  """

enum Category: String, Codable {
  case food, travel, other
}

struct Place: Codable, Equatable {
  var street: String?
  var city: String
}

struct Budget: Codable, Equatable {
  var id: RecordID?
  var name: String
  var limit: Double
  var owner: String?
  var price: Decimal?
  var created: Date?
  var tags: [String]?
  var category: Category?
  var place: Place?
  var expenses: [Expense]?
  var spent: Double?
}

struct Expense: Codable, Equatable {
  var name: String
  var amount: Double
}

func makeContext() throws -> ModelContext {
  ModelContext(try ModelContainer(models: budgetModels))
}
