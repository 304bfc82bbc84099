import Diagnostics
import Model
import Session
import Storage

extension DotCommand {
  static let info = DotCommand(
    name: "info",
    aliases: ["dbinfo"],
    summary: "show information about the current store: its kind, sizes and versions",
    example: ".info",
    details: """
      For Core Data and SwiftData stores also shows the UUID, the framework version that wrote the \
      store, the app's name for the model version, a hash of each entity, the location of the model, \
      and whether the app tracks changes, which `history` lists. Machine formats show sizes in bytes \
      and whole hashes.
      """,
    handler: { call throws(Diagnostic) in
      call.reporting { () throws(SessionError) in
        call.session.cancellation.reset()
        let properties = try call.session.info()
        let isForPeople = call.console.settings.mode.isForPeople
        return call.printColumns {
          [
            ("property", .string, properties.map { .string($0.name) }),
            ("value", .string, properties.map { .string(isForPeople ? $0.text : $0.exact) }),
          ]
        }
      }
    }
  )
}
