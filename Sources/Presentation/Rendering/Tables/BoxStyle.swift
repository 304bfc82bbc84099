/// The characters of table borders.
struct BoxStyle {
  /// A horizontal rule.
  struct Rule {
    let left: String
    let stroke: String
    let crossing: String
    let right: String
  }

  let top: Rule
  let middle: Rule
  let bottom: Rule
  let vertical: String

  static let rounded = BoxStyle(
    top: Rule(left: "╭", stroke: "─", crossing: "┬", right: "╮"),
    middle: Rule(left: "├", stroke: "─", crossing: "┼", right: "┤"),
    bottom: Rule(left: "╰", stroke: "─", crossing: "┴", right: "╯"),
    vertical: "│"
  )

  static let square = BoxStyle(
    top: Rule(left: "┌", stroke: "─", crossing: "┬", right: "┐"),
    middle: Rule(left: "├", stroke: "─", crossing: "┼", right: "┤"),
    bottom: Rule(left: "└", stroke: "─", crossing: "┴", right: "┘"),
    vertical: "│"
  )

  static let ascii = BoxStyle(
    top: Rule(left: "+", stroke: "-", crossing: "+", right: "+"),
    middle: Rule(left: "+", stroke: "-", crossing: "+", right: "+"),
    bottom: Rule(left: "+", stroke: "-", crossing: "+", right: "+"),
    vertical: "|"
  )
}
