import Model

/// Schemas that reproduce earlier bugs.
enum FixedWorlds {
  static let all = [
    budgets, people, playlists, teams, notes, nodes, vehicles, orders,
  ]

  /// Computed values and rules over both ends, keys of one and of two attributes.
  static let budgets: World = {
    var budget = KindPlan("Budget")
    budget.attributes = [
      .text("name", unique: true), .number("limit"), .text("owner", optional: true),
      AttributePlan(name: "tags", kind: .texts, defaultValue: .list([])),
      AttributePlan(name: "rank", isOptional: true, defaultValue: .int(3)),
    ]
    budget.links = [.many("expenses", "Expense", "budget", rule: .cascade, ordered: true)]
    budget.computed = ["spent = sum(expenses.amount)"]
    budget.keys = [["owner", "rank"]]
    budget.rules = [
      RulePlan("limit >= 0") { ($0.number("limit") ?? -1) >= 0 },
      RulePlan("spent <= limit + 8") {
        $0.sum("expenses", "amount") <= ($0.number("limit") ?? 0) + 8
      },
    ]
    var expense = KindPlan("Expense")
    expense.attributes = [.text("name", optional: true), .number("amount")]
    expense.links = [.one("budget", "Budget", "expenses")]
    expense.rules = [
      RulePlan("budget is nil or budget.limit + 3 >= amount") { record in
        guard let budget = record.one("budget") else { return true }
        return (budget.number("limit") ?? 0) + 3 >= record.number("amount") ?? 0
      }
    ]
    return World("budgets", [budget, expense])
  }()

  /// A model that references itself in every way.
  static let people: World = {
    var person = KindPlan("Person")
    person.attributes = [
      .text("name", optional: true, unique: true), .number("age", optional: true),
    ]
    person.links = [
      .one("manager", "Person", "reports"), .many("reports", "Person", "manager"),
      .many("friends", "Person", "friends"), .one("spouse", "Person", "spouse"),
      .many("followers", "Person", "idols"), .many("idols", "Person", "followers"),
    ]
    person.rules = [
      RulePlan("manager is nil or manager != self") { $0.one("manager") != $0 },
      RulePlan("count(reports) <= 4") { $0.all("reports").count <= 4 },
    ]
    return World("people", [person])
  }()

  /// Orders at one end and at both.
  static let playlists: World = {
    var playlist = KindPlan("Playlist")
    playlist.attributes = [.text("name", optional: true)]
    playlist.links = [
      .many("tracks", "Track", "playlists", ordered: true),
      .many("tags", "Tag", "playlists"),
      .many("parts", "Playlist", "whole", rule: .cascade, ordered: true),
      .one("whole", "Playlist", "parts"),
    ]
    var track = KindPlan("Track")
    track.attributes = [.number("length")]
    track.links = [.many("playlists", "Playlist", "tracks", ordered: true)]
    var tag = KindPlan("Tag")
    tag.attributes = [.text("label", unique: true)]
    tag.links = [.many("playlists", "Playlist", "tags", rule: .cascade)]
    return World("playlists", [playlist, track, tag])
  }()

  /// Deletes that are denied, and numbers of members.
  static let teams: World = {
    var team = KindPlan("Team")
    team.attributes = [.number("code", unique: true)]
    team.links = [
      .many("players", "Player", "team", rule: .deny, bounds: 0...3),
      .one("captain", "Player", "led", rule: .deny),
      .many("rivals", "Team", "rivals", rule: .deny),
    ]
    var player = KindPlan("Player")
    player.attributes = [.text("name", optional: true), .number("shirt", optional: true)]
    player.links = [.one("team", "Team", "players"), .one("led", "Team", "captain")]
    player.keys = [["name", "shirt"]]
    player.rules = [
      RulePlan("led is nil or team is nil or led == team") {
        guard let led = $0.one("led"), let team = $0.one("team") else { return true }
        return led == team
      }
    ]
    return World("teams", [team, player])
  }()

  /// References that are kept when their targets are deleted.
  static let notes: World = {
    var page = KindPlan("Page")
    page.attributes = [.number("size")]
    page.links = [
      .many("notes", "Note", "page", rule: .noAction, ordered: true),
      .one("cover", "Note", "front", rule: .noAction),
      .many("links", "Page", "backlinks", rule: .noAction),
      .many("backlinks", "Page", "links", rule: .noAction),
    ]
    var note = KindPlan("Note")
    note.attributes = [.text("text", optional: true)]
    note.links = [.one("page", "Page", "notes"), .one("front", "Page", "cover")]
    note.rules = [
      RulePlan("page is nil or page.size > 0") { ($0.one("page")?.number("size") ?? 1) > 0 }
    ]
    return World("notes", [page, note])
  }()

  /// Cascades in circles.
  static let nodes: World = {
    var node = KindPlan("Node")
    node.attributes = [.number("n", unique: true)]
    node.links = [
      .one("parent", "Node", "parts"), .many("parts", "Node", "parent", rule: .cascade),
      .one("follower", "Node", "leader", rule: .cascade), .one("leader", "Node", "follower"),
      .many("twins", "Node", "twins", rule: .cascade), .one("leaf", "Leaf", "root", rule: .cascade),
    ]
    var leaf = KindPlan("Leaf")
    leaf.attributes = [.number("n", optional: true)]
    leaf.links = [
      .one("root", "Node", "leaf", rule: .cascade),
      .many("inners", "Leaf", "outer", rule: .cascade), .one("outer", "Leaf", "inners"),
    ]
    leaf.rules = [
      RulePlan("sum(inners.inners.n) < 9") { leaf in
        leaf.all("inners").reduce(0) { $0 + $1.sum("inners", "n") } < 9
      }
    ]
    return World("nodes", [node, leaf])
  }()

  /// Models that specialize others, with their own members.
  static let vehicles: World = {
    var vehicle = KindPlan("Vehicle")
    vehicle.attributes = [.number("code", unique: true), .number("year", optional: true)]
    vehicle.links = [.one("owner", "Driver", "vehicles")]
    vehicle.rules = [RulePlan("code < 40") { ($0.number("code") ?? 99) < 40 }]
    var car = KindPlan("Car", parent: "Vehicle")
    car.attributes = [.number("doors"), .text("plate", optional: true, unique: true)]
    car.links = [
      .one("garage", "Garage", "cars"), .one("trailer", "Truck", "tower", rule: .cascade),
    ]
    car.rules = [RulePlan("doors < 6") { ($0.number("doors") ?? 99) < 6 }]
    var truck = KindPlan("Truck", parent: "Vehicle")
    truck.attributes = [.number("load", optional: true)]
    truck.links = [.one("tower", "Car", "trailer"), .many("hauls", "Truck", "haulers")]
    truck.links.append(.many("haulers", "Truck", "hauls"))
    var tanker = KindPlan("Tanker", parent: "Truck")
    tanker.attributes = [.number("volume")]
    var driver = KindPlan("Driver")
    driver.attributes = [.text("name", optional: true)]
    driver.links = [.many("vehicles", "Vehicle", "owner", rule: .cascade)]
    driver.rules = [
      RulePlan("sum(vehicles.year) < 16") { $0.sum("vehicles", "year") < 16 }
    ]
    var garage = KindPlan("Garage")
    garage.attributes = [.number("size", optional: true)]
    garage.links = [.many("cars", "Car", "garage", ordered: true, bounds: 0...4)]
    return World("vehicles", [vehicle, car, truck, tanker, driver, garage])
  }()

  /// Relationships that must lead somewhere.
  static let orders: World = {
    var customer = KindPlan("Customer")
    customer.attributes = [.text("name", unique: true), .text("nick", optional: true)]
    customer.links = [
      .many("orders", "Order", "customer", rule: .cascade),
      .one("card", "Card", "holder", rule: .cascade),
    ]
    var order = KindPlan("Order")
    order.attributes = [.number("number", unique: true)]
    order.links = [
      .one("customer", "Customer", "orders", optional: false),
      .many("lines", "Line", "order", rule: .cascade, ordered: true, bounds: 1...3),
    ]
    var line = KindPlan("Line")
    line.attributes = [.number("amount"), .number("price", optional: true)]
    line.links = [
      .one("order", "Order", "lines", optional: false), .one("product", "Product", "lines"),
    ]
    line.rules = [
      RulePlan("order.number < 90") { ($0.one("order")?.number("number")).map { $0 < 90 } ?? false }
    ]
    var product = KindPlan("Product")
    product.attributes = [.text("name", optional: true)]
    product.links = [.many("lines", "Line", "product", rule: .deny)]
    var card = KindPlan("Card")
    card.attributes = [.number("code", optional: true, unique: true)]
    card.links = [.one("holder", "Customer", "card", optional: false)]
    return World("orders", [customer, order, line, product, card])
  }()
}
