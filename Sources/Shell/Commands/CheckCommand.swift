import Diagnostics
import Model
import Session
import Storage

extension DotCommand {
  static let check = DotCommand(
    name: "check",
    summary: "look through the store for what the models do not allow",
    details: """
      Missing values, taken keys, broken rules, relationships that lead nowhere or one way only.
      It fails if there is any.
      """,
    handler: { call in call.checkStore() }
  )
}

extension CommandCall {
  fileprivate func checkStore() -> RunStatus {
    session.cancellation.reset()
    do throws(SessionError) {
      let damage = try session.damage()
      guard !damage.isEmpty else {
        console.printLine(StyledText("no damage", .dim))
        return .succeeded
      }
      let status = print {
        ListedRows(
          headers: [ResultHeader(name: "damage", type: .string)],
          columns: [damage.map(Value.string)]
        )
      }
      return status == .succeeded ? .failed : status
    } catch {
      return console.report(error, after: .zero, in: nil)
    }
  }
}
