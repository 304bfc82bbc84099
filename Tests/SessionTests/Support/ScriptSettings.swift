/// What the lines of a script that begin with `@` say about all of its statements.
struct ScriptSettings {
  /// `@demo`: the session holds the demo's records.
  private(set) var hasDemo = false
  /// `@file`: what is said is that of a session on a file, and not of one in memory.
  private(set) var stores = ScriptStores.memory
  /// `@table`, `@jsonl`; CSV without either.
  private(set) var mode = ScriptConsole.Mode.csv
  /// `@hints`: an empty result is explained.
  private(set) var givesHints = false
  /// `@now 2026-11-21T10:30:00Z`: the time of all statements; the real one without.
  private(set) var time: String?
  /// `@seed 7`: what random numbers depend on.
  private(set) var seed: Int64?
  /// `@param limit=500`: the values of parameters by their names.
  private(set) var parameters: [String: String] = [:]

  /// The files that statements find, with their texts.
  var files: [(name: String, text: String)] = []

  /// Reads the setting after an `@`; false if there is none of that name.
  mutating func take(_ setting: String) -> Bool {
    switch setting {
    case "demo": hasDemo = true
    case "file": stores = .file
    case "table": mode = .table
    case "jsonl": mode = .jsonLines
    case "hints": givesHints = true
    default: return takeTime(setting) || takeSeed(setting) || takeParameter(setting)
    }
    return true
  }

  private mutating func takeTime(_ setting: String) -> Bool {
    guard setting.hasPrefix("now ") else { return false }
    time = String(setting.dropFirst("now ".count))
    return true
  }

  private mutating func takeSeed(_ setting: String) -> Bool {
    guard setting.hasPrefix("seed ") else { return false }
    seed = Int64(setting.dropFirst("seed ".count))
    return true
  }

  private mutating func takeParameter(_ setting: String) -> Bool {
    let mark = "param "
    let parts = setting.dropFirst(mark.count).split(separator: "=", maxSplits: 1)
    guard setting.hasPrefix(mark), parts.count == 2 else { return false }
    parameters[String(parts[0])] = String(parts[1])
    return true
  }
}
