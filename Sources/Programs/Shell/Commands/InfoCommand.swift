import Diagnostics
import Model
import Session
import Storage

extension DotCommand {
  static let info = DotCommand(
    name: "info",
    aliases: ["dbinfo"],
    summary: "what is known of the current store: its kind, sizes, versions",
    example: ".info",
    details: """
      Of a Core Data or SwiftData store also its UUID, the version of the framework that wrote it, what \
      the app calls the version of its model, a hash for each entity, where the model was found, and \
      whether the app's changes are tracked, which `history` shows. Sizes are in bytes and hashes whole \
      in modes that programs read.
      """,
    handler: { call throws(Diagnostic) in
      do throws(SessionError) {
        call.session.cancellation.reset()
        let properties = try call.session.info()
        let isForPeople = call.console.settings.mode.isForPeople
        return call.print {
          ListedRows(
            headers: [
              ResultHeader(name: "property", type: .string),
              ResultHeader(name: "value", type: .string),
            ],
            columns: [
              properties.map { .string($0.name) },
              properties.map { .string(isForPeople ? $0.text : $0.exact) },
            ]
          )
        }
      } catch {
        return call.console.report(error, after: nil, in: nil)
      }
    }
  )
}
