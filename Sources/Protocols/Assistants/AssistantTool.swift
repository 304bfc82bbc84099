import JSONRPC

/// A tool that an assistant can use.
enum AssistantTool: String, CaseIterable {
  case listModels = "list_models"
  case query
  case explain
  case trace
  case preview
  case apply

  /// What the tool does, for the assistant.
  private var summary: String {
    switch self {
    case .listModels:
      "List the models: their attributes, types, relationships, rules and saved queries, as declarations."
    case .query:
      "Run one read-only statement, and get its rows as CSV: "
        + "`fetch Model where … select … sort … limit …`, `count Model where …`, or `= expression`."
    case .explain:
      "Show how a statement was understood, with all types, and how it would be executed. Runs nothing."
    case .trace:
      "Show for each record why a `fetch` finds it or not, condition by condition."
    case .preview:
      "Show what an `insert`, `update`, `upsert` or `delete` would change, without changing anything."
    case .apply:
      "Make a change that `preview` has shown. The store must not have changed since."
    }
  }

  /// Whether a server offers the tool.
  func isOffered(allowingChanges: Bool) -> Bool { self != .apply || allowingChanges }

  /// The declaration of the tool.
  func declaration(stores: [String]) -> JSON {
    [
      "name": .string(rawValue), "description": .string(summary),
      "inputSchema": schema(stores),
      "annotations": [
        "readOnlyHint": .bool(self != .apply), "destructiveHint": .bool(self == .apply),
        "openWorldHint": false,
      ],
    ]
  }

  private func schema(_ stores: [String]) -> JSON {
    var properties = parameters
    if stores.count > 1, self != .apply {
      properties["store"] = [
        "type": "string", "enum": .array(stores.map { .string($0) }),
        "description": "The store; the first one if it is omitted.",
      ]
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(required.map { .string($0) }), "additionalProperties": false,
    ]
  }

  private var parameters: [String: JSON] {
    switch self {
    case .listModels: ["model": Self.text("Only this model; all if it is omitted.")]
    case .query:
      [
        "statement": Self.text("The statement."),
        "rows": [
          "type": "integer", "minimum": 1, "maximum": .int(AnswerLimits.maximumRows),
          "description": "At most this many rows; \(AnswerLimits.defaultRows) if it is omitted.",
        ],
      ]
    case .explain, .preview: ["statement": Self.text("The statement.")]
    case .trace: ["statement": Self.text("The `fetch`.")]
    case .apply: ["change": Self.text("The name that `preview` gave the change.")]
    }
  }

  /// The parameters that must be given.
  var required: [String] {
    switch self {
    case .listModels: []
    case .query, .explain, .trace, .preview: ["statement"]
    case .apply: ["change"]
    }
  }

  private static func text(_ description: String) -> JSON {
    ["type": "string", "description": .string(description)]
  }

  /// The first parameter that is missing, unknown or of another type; nil if there is none.
  func fault(in arguments: JSON, stores: [String]) -> String? {
    guard case .object(let declared) = schema(stores)["properties"],
      case .object(let given) = arguments
    else { return "the arguments must be an object" }
    for name in required where given[name] == nil { return "`\(name)` is missing" }
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let parameter = declared[name] else {
        return "`\(self.rawValue)` has no parameter \(name.prefix(100).debugDescription)"
      }
      let isFitting = parameter["type"] == "integer" ? value.int != nil : value.string != nil
      guard isFitting else { return "`\(name)` must be of the type \(parameter["type"].text)" }
      if let fault = Self.excess(value, parameter) { return "`\(name)` \(fault)" }
    }
    return nil
  }

  /// Which limit of a parameter its value exceeds; nil if it fits.
  private static func excess(_ value: JSON, _ parameter: JSON) -> String? {
    if let number = value.int, let minimum = parameter["minimum"].int,
      let maximum = parameter["maximum"].int, !(minimum...maximum).contains(number)
    {
      return "must be between \(minimum) and \(maximum)"
    }
    if let text = value.string, text.utf8.count > AnswerLimits.argumentBytes {
      return "must have at most \(AnswerLimits.argumentBytes) bytes"
    }
    return nil
  }
}

/// The limits of an answer.
enum AnswerLimits {
  static let defaultRows = 100
  static let maximumRows = 1_000
  /// The maximum size of the text and of the remarks after it in bytes.
  static let textBytes = 48_000
  static let remarkBytes = 2_000
  /// The maximum size of an argument in bytes. The time for a statement does not cover its parsing.
  static let argumentBytes = 100_000
  /// How long a statement may run.
  static let time = Duration.seconds(30)
}
