/// The models of the demo.
enum DemoModels {
  static let text = #"""
    model Budget "A spending limit for one purpose" {
      name: String unique
      limit: Double
      owner: String?
      created: Date
      expenses: [Expense] cascade inverse budget
      spent = sum(expenses.total)
      remaining = limit - spent
    }

    model Expense "A single purchase or payment" {
      name: String
      amount: Double
      quantity: Int = 1
      date: Date?
      budget: Budget?
      total = amount * quantity
    }

    model User "A person who keeps budgets" {
      id: UUID unique
      firstName: String
      surname: String
      age: Int
      city: String?
      balance: Double
      joined: Date
    }
    """#
}
