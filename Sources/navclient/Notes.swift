import ArgumentParser
import NavBase
import NavClient
import NavViewer

struct Notes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Shows the speaker's view of a session: notes, the next slide, time and questions.",
    discussion: """
      navclient notes -s talk                  on a second terminal, while others watch the talk
      navclient notes talk.md                  creates the session when it is new

      Its keys move the session as those of any other viewer. Besides, t starts and pauses the timer, T sets it \
      to zero, and A removes the first question, which is answered. The timer runs up, or shows the time of the \
      talk's length, which a deck gives in its front matter (duration: 20min): amber in the last fifth, red in \
      the last twentieth and beyond. In any viewer F4 switches between this view and the slides.

      Only navd's own user sees it, also through ssh, and presenters over TCP. Nothing of it is sent to other \
      viewers, or exported.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var content: ContentOptions
  @OptionGroup var viewer: ViewerArguments
  @OptionGroup var plain: PlainSize
  @OptionGroup var start: StartFlag

  func run() throws {
    let endpoints = try server.endpoints
    try ViewerLaunch(
      session: session.session,
      content: try making { () throws(ClientExit) in try content.content(sentTo: endpoints) },
      entry: ViewerEntry(isSpeaker: true),
      configuration: viewer.source,
      size: plain.size,
      endpoints: endpoints,
      startsDaemon: !start.isRefused
    ).run()
  }
}
