import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints a line of JSON for each event of a session.",
    discussion: """
      navclient watch -s talk
      navclient watch -s talk --since 41
      navclient watch -s talk | jq -r 'select(.event == "page_did_appear") | .subject.title'

      Each line is an object: event, and the whole state behind it. The events: now (the first line: the present \
      state, or that of --since), page_will_appear, page_did_disappear and page_did_appear, step (of a slide), content (other rows of the \
      page, other faults), selection, tab, search (or a filter), control, presence (the number of viewers), name, \
      durable, version (it alone has risen, as by scrolling) and settled (nothing moves any more). A page that will appear \
      did appear once nothing moves, unless another one will appear before.

      The state has the keys of `navclient ls --json` but unseen_ms; durable (whether changes survive the end of \
      navd), control (the object of `navclient policy --json` without held_ms and idle_ms), settled, search, filter and \
      faults (as in `navclient status --json`); container (null, or the id and the kind of what the page in front is a \
      page of, as in `navclient snapshot --format json`), selection (null, or number, count and text of the selected entry of a \
      list) and tabs (the titles of those around the page, the outermost first). subject is the page of a page event \
      (top, title, page, pages, container), else null. An id holds until navd is restarted.

      Events and keys stay as they are; later versions may have more, so pass over those that you do not know. The \
      lines lead from one state to the next: states that follow one another within 20 ms may be one line, and what no \
      version counts, such as other content, is seen within a second. The last state is always told. Who watches is no viewer.

      With --since, the events of what has happened since a version come first, so that a program that was away misses \
      none: version is a key of each line. navd keeps what happened for 2 hours, but not longer than it runs, and of \
      contents that were replaced the last ones; for an older version, and for one that is yet to come, the exit code \
      is 64, and the message names the nearest one. Of a past state, control, viewers, name, durable and faults are \
      those of now, and their events are not told.

      It waits for a navd that is away, and ends with the session, with exit code 0. If there is no such session, \
      the exit code is 66.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Begin with what has happened since a version of the session.",
      valueName: "version"
    )
  )
  var since: UInt64?

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  func run() throws {
    try server.commanding { commands throws(ClientExit) -> Void in
      try commands.watch(session.session, since: since) { event, state in
        if let line = try? WatchListing.json(event, state) { Console.print(line) }
      }
    }
  }
}
