import Columns
import Model
import Storage

/// The hand-written budgets and expenses of the demo.
///
/// As columns they are ready sooner than statements.
enum DemoRecords {
  /// The budgets, each with its expenses in the lines below; those below `none` have no budget.
  private static let text = """
    Summer Vacation;2400;Zoë;2026-01-05
      Airfare;320.5;2;2026-02-11
      Hotel Bellevue;118;7;2026-07-02
      Rental car;55;7;2026-07-02
      Museum pass;45;2;2026-07-04
      Crêpes;8.5;6;2026-07-05
      Sunscreen;12.75;1;2026-06-28
      Postcards;1.5;12;
    Winter vacation;900;Björn;2026-01-05
      Train to Åre;89;2;2026-01-30
      Ski pass;61.5;10;2026-02-01
      Cabin;95;5;2026-02-01
      Hot chocolate;4.25;9;2026-02-03
    Groceries;650;Zoë;2026-01-01
      Weekly shop;84.25;1;2026-11-02
      Weekly shop;91.25;1;2026-11-09
      Weekly shop;77.5;1;2026-11-16
      Farmers’ market;23.5;3;2026-11-14
      Coffee beans;15;2;2026-11-06
      Jalapeños;2;3;2026-11-06
    Rent;1450;;2026-01-01
      September;1450;1;2026-09-01
    Car;500;André;2026-01-12
      Fuel;62.5;4;2026-10-20
      Winter tyres;118.75;4;2026-10-28
      Parking;3.5;11;
      Car wash;16;1;2026-11-01
    School;420;André;2026-08-15
      Exercise books;1.25;20;2026-08-20
      Atlas;39;1;2026-08-20
      Excursion;45;2;2026-10-07
      Müller’s grammar;25;1;2026-09-03
      Lunch;4.75;38;2026-11-13
    Gifts;300;Zoë;2026-02-01
      Birthday cake;36;1;2026-03-14
      Teapot;42.5;1;2026-05-09
      Book token;25;3;2026-06-18
      Flowers;19;4;2026-09-27
      Concert tickets;68;2;2026-12-12
    Health;380;Björn;2026-01-20
      Dentist;140;1;2026-04-22
      Glasses;189;1;2026-05-30
      Physiotherapy;32;6;2026-10-15
    Sports;260;Björn;2026-03-01
      Running shoes;120;1;2026-03-21
      Swimming;5.5;14;2026-10-30
      Jersey Ørsted;39;1;
    Books & Music;180;Łucja;2026-01-03
      東京物語;14;1;2026-02-19
      Violin strings;27.75;2;2026-04-04
      Paperbacks;10;5;2026-08-08
      Streaming;11;11;2026-11-01
    Household;750;;2026-01-02
      Washing machine;449;1;2026-06-11
      Light bulbs;3.25;8;2026-10-05
      Paint;31.5;3;2026-09-12
      Curtains;0;1;2026-09-13
      Chimney sweep;58;1;2026-10-19
    Rainy days;5000;Łucja;2026-06-30
    none
      Umbrella;17.5;1;2026-10-31
      Library fine;2.5;3;
      Taxi;23.75;1;2026-11-18
      Piñata 🎉;21;1;2026-05-02
      Currency exchange;60;1;
      Charity run;25;2;2026-09-20
      Repair café;6.5;1;2026-11-07
      Museum café;11.25;2;2026-07-04
      Lottery;2.5;4;2026-11-11
      Haircut;34;1;2026-11-12
      Passport;70;1;2026-01-27
      Keys;4.75;3;2026-03-30
      Tram;3;26;2026-11-19
      Donation;100;1;
    """

  private static let budgetFields: [(name: String, type: ValueType)] = [
    ("name", .string), ("limit", .double), ("owner", .string), ("created", .date),
  ]
  private static let expenseFields: [(name: String, type: ValueType)] = [
    ("name", .string), ("amount", .double), ("quantity", .int), ("date", .date),
  ]

  /// All records; their numbers begin with 1.
  static func rows() -> [RecordRows] {
    var (budgets, expenses): ([[Substring]], [[Substring]]) = ([], [])
    var owners: [RecordKey?] = []
    var owner: RecordKey?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        .map(Substring.init)
      if line.first == UInt8(ascii: " ") {
        expenses.append([fields[0].dropFirst(2)] + fields.dropFirst())
        owners.append(owner)
      } else if fields.count == budgetFields.count {
        budgets.append(fields)
        owner = .number(Int64(budgets.count))
      } else {
        owner = nil
      }
    }
    return [
      rows(of: "Budget", budgets, budgetFields),
      rows(of: "Expense", expenses, expenseFields, ["budget": RecordReferences(targets: owners)]),
    ]
  }

  private static func rows(
    of entity: String,
    _ rows: [[Substring]],
    _ fields: [(name: String, type: ValueType)],
    _ references: [String: RecordReferences] = [:]
  ) -> RecordRows {
    var columns: [AttributePath: Column] = [:]
    for (place, field) in fields.enumerated() {
      columns[AttributePath([field.name])] =
        Column(rows.map { value(of: $0[place], field.type) }, of: field.type)
    }
    return RecordRows(
      entity: entity,
      keys: .range(1..<Int64(rows.count) + 1),
      columns: columns,
      references: references
    )
  }

  private static func value(of text: Substring, _ type: ValueType) -> Value {
    switch type {
    case _ where text.isEmpty: return .null
    case .int: return Int64(text).map(Value.int) ?? .null
    case .double: return Double(text).map(Value.double) ?? .null
    case .date:
      let parts = text.utf8.split(separator: UInt8(ascii: "-")).compactMap { Int64(Substring($0)) }
      guard parts.count == 3 else { return .null }
      let day = CivilDate(year: parts[0], month: parts[1], day: parts[2]).dayNumber
      return .date(Timestamp(microseconds: day * Timestamp.microsecondsPerDay))
    default: return .string(String(text))
    }
  }
}
