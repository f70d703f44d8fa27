import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

/// Joins a session of another machine by an invitation.
struct Join: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins a session on another machine, with the string of an invitation.",
    discussion: """
      navclient join 'navd://192.0.2.7:7100/talk#...'
      navclient join - < invitation          a line of standard input, so that no other user of this machine sees it

      The same as `navclient --server STRING` with the session of the invitation; other commands take the string as \
      --server, too. `navclient invite` makes one.
      """
  )

  @Argument(help: ArgumentHelp("The string; - reads it from standard input.", valueName: "string"))
  var string: String

  @OptionGroup var viewer: ViewerArguments
  @OptionGroup var plain: PlainSize
  @OptionGroup var readOnly: ReadOnlyFlag

  func run() throws {
    let link = try InvitationLink(argument: try string == "-" ? Self.standardInput() : string)
    try ViewerLaunch(
      session: link.session,
      entry: ViewerEntry(isReadOnly: readOnly.isReadOnly),
      configuration: viewer.source,
      size: plain.size,
      endpoints: try ServerOption.endpoints(of: link)
    ).run()
  }

  private static func standardInput() throws -> String {
    var bytes: [UInt8] = []
    try running { () throws(ClientExit) in
      bytes = try StandardInput.text(atMost: GivenText.byteLimit)
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .first.map(String.init) ?? ""
  }
}
