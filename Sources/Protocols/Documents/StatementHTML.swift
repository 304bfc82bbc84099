import Diagnostics
import Rendering
public import Shell

/// Shows statements with highlighted words.
public enum StatementHTML {
  /// The statement in a `pre` element, colored as in the shell.
  public static func element(_ text: String, _ assistant: BlockAssistant) -> String {
    assistant.begin()
    let roles = assistant.roles(of: text)
    var html = ""
    var run = ""
    var current = TextRole.plain
    func end() {
      guard !run.isEmpty else { return }
      let shown = htmlEscaped(run)
      html += current == .plain ? shown : "<span class=\"\(current.rawValue)\">\(shown)</span>"
      run = ""
    }
    for (scalar, role) in zip(text.unicodeScalars, roles) {
      if role != current {
        end()
        current = role
      }
      run.unicodeScalars.append(scalar)
    }
    end()
    return "<pre class=\"statement\"><code>\(html)</code></pre>\n"
  }
}
