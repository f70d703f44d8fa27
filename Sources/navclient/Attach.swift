import ArgumentParser
import NavBase
import NavClient
import NavViewer
import NavWire

struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Attaches to a session; creates it when it is new. (The default.)",
    discussion: """
      navclient talk.md                             as session talk, the same each time
      navclient attach -s keynote talk.md           as session keynote
      navclient talk.md src                         side tabs
      navclient --session talk
      navclient --session talk --plain              lines of text, for screen readers and scripts
      navclient --session talk --readonly           only watches

      A session without a given name is called after its content: talk.md is talk, and talk-2 where a session \
      talk shows something else. Where it exists already, you join it.

      With --plain nothing moves the cursor, and standard output may be a pipe. Where standard input is no \
      terminal, each of its lines is a command: the words of `navclient send` but tap and drag, and again, help \
      and leave. Each is carried out when everything that came of the previous one is printed. At the end of the \
      input the viewer ends.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var content: ContentOptions
  @OptionGroup var viewer: ViewerArguments
  @OptionGroup var plain: PlainSize
  @OptionGroup var readOnly: ReadOnlyFlag
  @OptionGroup var start: StartFlag

  func run() throws { try launch.run() }

  /// The start that the options ask for.
  ///
  /// Sends the files of the content to the daemon if that runs on another machine.
  var launch: ViewerLaunch {
    get throws {
      let endpoints = try server.endpoints
      return ViewerLaunch(
        session: session.session,
        content: try making { () throws(ClientExit) in try content.content(sentTo: endpoints) },
        entry: ViewerEntry(isReadOnly: readOnly.isReadOnly),
        configuration: viewer.source,
        size: plain.size,
        endpoints: endpoints,
        startsDaemon: !start.isRefused
      )
    }
  }
}
