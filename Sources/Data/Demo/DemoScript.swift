/// The models and the hand-written records of the demo.
enum DemoScript {
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

    insert Budget [
      { name: "Summer Vacation", limit: 2400, owner: "Zoë", created: 2026-01-05, expenses: [
        { name: "Airfare", amount: 320.5, quantity: 2, date: 2026-02-11 },
        { name: "Hotel Bellevue", amount: 118, quantity: 7, date: 2026-07-02 },
        { name: "Rental car", amount: 55, quantity: 7, date: 2026-07-02 },
        { name: "Museum pass", amount: 45, quantity: 2, date: 2026-07-04 },
        { name: "Crêpes", amount: 8.5, quantity: 6, date: 2026-07-05 },
        { name: "Sunscreen", amount: 12.75, date: 2026-06-28 },
        { name: "Postcards", amount: 1.5, quantity: 12, date: nil }
      ] },
      { name: "Winter vacation", limit: 900, owner: "Björn", created: 2026-01-05, expenses: [
        { name: "Train to Åre", amount: 89, quantity: 2, date: 2026-01-30 },
        { name: "Ski pass", amount: 61.5, quantity: 10, date: 2026-02-01 },
        { name: "Cabin", amount: 95, quantity: 5, date: 2026-02-01 },
        { name: "Hot chocolate", amount: 4.25, quantity: 9, date: 2026-02-03 }
      ] },
      { name: "Groceries", limit: 650, owner: "Zoë", created: 2026-01-01, expenses: [
        { name: "Weekly shop", amount: 84.25, date: 2026-11-02 },
        { name: "Weekly shop", amount: 91.25, date: 2026-11-09 },
        { name: "Weekly shop", amount: 77.5, date: 2026-11-16 },
        { name: "Farmers’ market", amount: 23.5, quantity: 3, date: 2026-11-14 },
        { name: "Coffee beans", amount: 15, quantity: 2, date: 2026-11-06 },
        { name: "Jalapeños", amount: 2, quantity: 3, date: 2026-11-06 }
      ] },
      { name: "Rent", limit: 1450, owner: nil, created: 2026-01-01, expenses: [
        { name: "September", amount: 1450, date: 2026-09-01 }
      ] },
      { name: "Car", limit: 500, owner: "André", created: 2026-01-12, expenses: [
        { name: "Fuel", amount: 62.5, quantity: 4, date: 2026-10-20 },
        { name: "Winter tyres", amount: 118.75, quantity: 4, date: 2026-10-28 },
        { name: "Parking", amount: 3.5, quantity: 11, date: nil },
        { name: "Car wash", amount: 16, date: 2026-11-01 }
      ] },
      { name: "School", limit: 420, owner: "André", created: 2026-08-15, expenses: [
        { name: "Exercise books", amount: 1.25, quantity: 20, date: 2026-08-20 },
        { name: "Atlas", amount: 39, date: 2026-08-20 },
        { name: "Excursion", amount: 45, quantity: 2, date: 2026-10-07 },
        { name: "Müller’s grammar", amount: 25, date: 2026-09-03 },
        { name: "Lunch", amount: 4.75, quantity: 38, date: 2026-11-13 }
      ] },
      { name: "Gifts", limit: 300, owner: "Zoë", created: 2026-02-01, expenses: [
        { name: "Birthday cake", amount: 36, date: 2026-03-14 },
        { name: "Teapot", amount: 42.5, date: 2026-05-09 },
        { name: "Book token", amount: 25, quantity: 3, date: 2026-06-18 },
        { name: "Flowers", amount: 19, quantity: 4, date: 2026-09-27 },
        { name: "Concert tickets", amount: 68, quantity: 2, date: 2026-12-12 }
      ] },
      { name: "Health", limit: 380, owner: "Björn", created: 2026-01-20, expenses: [
        { name: "Dentist", amount: 140, date: 2026-04-22 },
        { name: "Glasses", amount: 189, date: 2026-05-30 },
        { name: "Physiotherapy", amount: 32, quantity: 6, date: 2026-10-15 }
      ] },
      { name: "Sports", limit: 260, owner: "Björn", created: 2026-03-01, expenses: [
        { name: "Running shoes", amount: 120, date: 2026-03-21 },
        { name: "Swimming", amount: 5.5, quantity: 14, date: 2026-10-30 },
        { name: "Jersey Ørsted", amount: 39, date: nil }
      ] },
      { name: "Books & Music", limit: 180, owner: "Łucja", created: 2026-01-03, expenses: [
        { name: "東京物語", amount: 14, date: 2026-02-19 },
        { name: "Violin strings", amount: 27.75, quantity: 2, date: 2026-04-04 },
        { name: "Paperbacks", amount: 10, quantity: 5, date: 2026-08-08 },
        { name: "Streaming", amount: 11, quantity: 11, date: 2026-11-01 }
      ] },
      { name: "Household", limit: 750, owner: nil, created: 2026-01-02, expenses: [
        { name: "Washing machine", amount: 449, date: 2026-06-11 },
        { name: "Light bulbs", amount: 3.25, quantity: 8, date: 2026-10-05 },
        { name: "Paint", amount: 31.5, quantity: 3, date: 2026-09-12 },
        { name: "Curtains", amount: 0, date: 2026-09-13 },
        { name: "Chimney sweep", amount: 58, date: 2026-10-19 }
      ] },
      { name: "Rainy days", limit: 5000, owner: "Łucja", created: 2026-06-30 }
    ]

    insert Expense [
      { name: "Umbrella", amount: 17.5, date: 2026-10-31 },
      { name: "Library fine", amount: 2.5, quantity: 3, date: nil },
      { name: "Taxi", amount: 23.75, date: 2026-11-18 },
      { name: "Piñata 🎉", amount: 21, date: 2026-05-02 },
      { name: "Currency exchange", amount: 60, date: nil },
      { name: "Charity run", amount: 25, quantity: 2, date: 2026-09-20 },
      { name: "Repair café", amount: 6.5, date: 2026-11-07 },
      { name: "Museum café", amount: 11.25, quantity: 2, date: 2026-07-04 },
      { name: "Lottery", amount: 2.5, quantity: 4, date: 2026-11-11 },
      { name: "Haircut", amount: 34, date: 2026-11-12 },
      { name: "Passport", amount: 70, date: 2026-01-27 },
      { name: "Keys", amount: 4.75, quantity: 3, date: 2026-03-30 },
      { name: "Tram", amount: 3, quantity: 26, date: 2026-11-19 },
      { name: "Donation", amount: 100, date: nil }
    ]
    """#
}
