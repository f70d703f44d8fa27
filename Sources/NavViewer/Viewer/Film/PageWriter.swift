import NavBase
import NavScene

/// A film as one page of HTML: each page that it shows, as it was at last, with the time at which it came.
package struct PageWriter: Film.Writer {
  package static let framesPerSecond = 60

  package let beginning: String
  /// The page that is shown, which is written when another one comes.
  private var chapter: Chapter?
  private var count = 0
  /// Paragraphs below the next picture: sentences of scripts, and who has moved the session.
  private var notes = ""

  private struct Chapter {
    let page: ContainerID
    let heading: String
    let time: Duration
    var canvas: Canvas
    var colors: Theme
  }

  /// - Parameter title: the title.
  package init(title: String) {
    let title = sanitized(title).xmlEscaped
    beginning = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
      body { margin: 2em auto; max-width: 60em; padding: 0 1em; }
      h2 { font-size: 1.1em; margin-top: 2em; }
      h2 a { color: inherit; font-variant-numeric: tabular-nums; margin-right: .5em; }
      svg { height: auto; max-width: 100%; }
      </style>
      </head>
      <body>
      <h1>\(title)</h1>

      """
  }

  package mutating func add(_ moment: Film.Moment) -> String {
    guard moment.isAtRest, let scene = moment.screen.scene, !scene.hidesPages,
      let place = scene.spokenPlace, let page = place.page
    else { return "" }
    let next = Chapter(
      page: page,
      heading: place.heading,
      time: moment.start,
      canvas: moment.canvas,
      colors: moment.colors
    )
    guard chapter?.page != page || chapter?.heading != next.heading else {
      chapter?.canvas = next.canvas
      chapter?.colors = next.colors
      return ""
    }
    defer { chapter = next }
    return written()
  }

  package mutating func mark(_ name: String, at time: Duration) -> String {
    defer { chapter = nil }
    let words = name.isEmpty ? "Mark" : "Mark: \(sanitized(name))"
    return written() + heading(words, at: time)
  }

  package mutating func note(_ text: String, at time: Duration) -> String {
    notes += "<p>\(time.clockText) \(sanitized(text).xmlEscaped)</p>\n"
    return ""
  }

  package mutating func end(at time: Duration) -> String { written() + "</body>\n</html>\n" }

  private mutating func written() -> String {
    defer { notes = "" }
    guard let chapter else { return notes }
    let picture = chapter.canvas.svgLines(PictureColors(chapter.colors)).joined(separator: "\n")
    return heading(chapter.heading, at: chapter.time) + picture + "\n" + notes
  }

  private mutating func heading(_ words: String, at time: Duration) -> String {
    count += 1
    return "<h2 id=\"p\(count)\"><a href=\"#p\(count)\">\(time.clockText)</a>"
      + "\(words.xmlEscaped)</h2>\n"
  }
}
