import Diagnostics
import Syntax

/// What this program is.
public enum ProgramVersion {
  /// The number of the version.
  public static let number = "0.1.0"
}

extension DotCommand {
  static let version = DotCommand(
    name: "version",
    summary: "print the version of Martlet",
    example: ".version",
    handler: { call throws(Diagnostic) in
      call.console.printLine(StyledText("Martlet \(ProgramVersion.number)"))
      return .succeeded
    }
  )
}
