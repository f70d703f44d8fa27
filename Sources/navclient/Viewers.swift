import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Viewers: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "viewers",
    abstract: "Lists the viewers of a session.",
    discussion: """
      navclient viewers -s talk
      navclient viewers -s talk --json

      STANDING is empty where everybody may move the session; otherwise a viewer drives, asks for control, \
      follows, or is read only. WHERE is the page that it sees: `own` before the page if it looks around on its \
      own, `with` and a name behind it if it follows that viewer, `notes` before it if it sees the speaker's view. \
      SIZE is the size of a viewer's terminal; LAYOUT is the size of the layout that it shows, which is smaller \
      where it is letterboxed. HERE is the time since it attached, SEEN the time since its last message.

      The JSON is an array of objects with the keys id, name, standing (moves, follows, asks, drives or \
      read-only), view (an object with kind: shared, own, followed or speaker; name: the viewer that it follows, or \
      null; page, from 1, and pages: null if navd does not tell them), size (columns, rows), layout (the same), \
      attached_ms, silent_ms and lag_ms (how far its terminal was behind at its last message).
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON array; `[]` when nobody watches.")
  var json = false

  func run() throws {
    let viewers = try server.commanding { commands throws(ClientExit) in
      try commands.viewers(of: session.session)
    }
    Console.print(json ? try ViewerListing.json(viewers) : ViewerListing.table(viewers))
  }
}
