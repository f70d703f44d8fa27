import NavHost
import NavTestKit
import NavViewer
import NavWire

@testable import NavBase
@testable import NavClient
@testable import NavContent
@testable import NavDaemon
@testable import NavEngine

/// The sections of the pages about programs that are generated from the code.
enum ProgramManual {
  static func clientParts(_ program: HelpDump.Command) -> [String: ManualPart] {
    [
      "program": { $0.describe(program, defaultCommand: "attach") },
      "exitStatus": { page in
        for code in exitCodes { page.item("\(code.rawValue)", help(for: code)) }
      },
    ]
  }

  static func daemonParts(_ program: HelpDump.Command) -> [String: ManualPart] {
    [
      "program": { $0.describe(program, defaultCommand: "serve") },
      "roles": { page in
        for role in Role.allCases { page.item(role.rawValue, "May \(Right.words(of: role)).") }
      },
      "exitStatus": { page in
        page.item("0", "A signal ended it, or a command has printed what was asked for.")
        for code in daemonCodes { page.item("\(code.rawValue)", help(for: code)) }
      },
    ]
  }

  static let values = [
    "previewColumns": "\(Session.previewColumns)", "previewRoom": "\(Session.previewRoom)",
    "previewLeast": "\(Session.leastPreviewRoom)",
    "programColumns": "\(FollowedCommand.columns)",
  ]

  // MARK: Exit codes

  private static let exitCodes: [ExitCode] = [
    .success, .noEffect, .usage, .badData, .noInput, .unreachable, .unwritten, .timeout,
    .protocolMismatch, .notPermitted, .hungUp, .interrupted, .quit, .terminated,
  ]

  private static func help(for code: ExitCode) -> String {
    switch code {
    case .success: "Done."
    case .noEffect: "`send` found no match, or its command had no effect; it prints the reason."
    case .usage: "Wrong usage, an invalid name, or a session of that name exists."
    case .badData: "`lint` found something, or the file to export is no text."
    case .noInput: "There is no such file or session."
    case .unreachable: "No daemon answers."
    case .unwritten: "The output can't be written, as on a full disk."
    case .timeout:
      "There was no answer in time, control was not granted, a condition did not come about, or the session has moved on: try again."
    case .protocolMismatch: "The versions of daemon and client do not work together."
    case .notPermitted:
      "Not permitted: another one drives the session, a request for control was refused, the runtime directory can't be "
        + "used, or the daemon may not read the content."
    case .hungUp: "The viewer lost its terminal."
    case .interrupted: "SIGINT ended the viewer."
    case .quit: "SIGQUIT ended the viewer."
    case .terminated: "SIGTERM ended the viewer."
    }
  }

  private static let daemonCodes: [DaemonError.Code] = [
    .usage, .noInput, .unavailable, .unwritten, .notPermitted,
  ]

  private static func help(for code: DaemonError.Code) -> String {
    switch code {
    case .usage: "Wrong usage, or a mistake in the configuration."
    case .noInput: "A file that was named can't be read."
    case .unavailable: "Another `navd` holds the sockets or the state, or they can't be used."
    case .unwritten: "The output of a command can't be written, as on a full disk."
    case .notPermitted:
      "The runtime directory can't be used, or the configuration file may not be read."
    }
  }
}
