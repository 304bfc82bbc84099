import Diagnostics
import Syntax

/// The version of this program.
public enum ProgramVersion {
  /// The version number.
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
