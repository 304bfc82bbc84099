import Model
import Session
import Storage
import Syntax

extension StatementRunner {
  /// Shows a tip that helps with the result, in the interactive shell on a terminal.
  func printTip(after outcome: StatementOutcome, of statement: Statement) {
    guard console.isInteractive, console.settings.showsTips, console.printsToTerminal,
      console.mode.isForPeople, console.currentLesson == nil,
      let tip = tip(after: outcome, of: statement), console.shownTips.take(tip)
    else { return }
    let isFirst = !console.hasShownTip
    console.hasShownTip = true
    console.printRemark(tip.text + (isFirst ? " (`.tips off` hides tips)" : ""))
  }

  private func tip(after outcome: StatementOutcome, of statement: Statement) -> Tip? {
    switch statement.kind {
    case .delete: return console.session.canUndoLastStatement ? .undo : nil
    case .fetch(let query):
      guard let rows = outcome.rows else { return nil }
      if rows.rowCount == 0 { return query.predicate == nil ? nil : .trace }
      let isDrawable =
        query.chart == nil && !query.groupKeys.isEmpty && rows.rowCount > 1
        && rows.headers.count > 1 && rows.headers.dropFirst().contains { $0.type.isNumeric }
      return isDrawable ? .chart : nil
    default: return nil
    }
  }
}
