package import NavBase

/// A film as an animated SVG: no script and no font, but a style sheet that moves one moment after the other into view.
///
/// The moments stand side by side. Each row is there once, whichever moments it is part of. Where nothing moves, the first
/// moment is seen.
package struct PictureWriter: Film.Writer {
  package static let framesPerSecond = 15

  private let size: CellSize
  /// The numbers of the rows by their elements.
  private var rows: [String: Int] = [:]
  private var definitions: [String] = []
  /// The numbers of the rows of the last moment.
  private var shown: [Int] = []
  private var moments: [(time: Duration, elements: String)] = []
  /// The colours of the first moment.
  private var colors: PictureColors?

  /// For how long the last moment stays, before it begins again.
  private static let pause = Duration.seconds(2)

  /// - Parameter size: the size of the screen.
  package init(size: CellSize) { self.size = size }

  package var beginning: String { "" }

  package mutating func add(_ moment: Film.Moment) -> String {
    let own = PictureColors(moment.colors)
    var next = shown
    if next.isEmpty { next = Array(repeating: -1, count: size.rows) }
    for y in 0..<size.rows where next[y] < 0 || moment.damage.contains(y) {
      next[y] = number(of: moment.canvas.svgRow(y, own))
    }
    guard next != shown else { return "" }
    shown = next
    // Most rows of a screen may be empty.
    var elements = colors == nil || colors == own ? "" : SVGGrid.ground(size, own)
    colors = colors ?? own
    for (y, row) in next.enumerated() where !definitions[row].isEmpty {
      elements += "<use href=\"#r\(row)\" y=\"\(y * SVGGrid.height)\"/>"
    }
    moments.append((moment.time, elements))
    return ""
  }

  private mutating func number(of elements: String) -> Int {
    if let number = rows[elements] { return number }
    rows[elements] = definitions.count
    definitions.append(elements)
    return definitions.count - 1
  }

  package func mark(_ name: String, at time: Duration) -> String { "" }

  package func end(at time: Duration) -> String {
    let step = SVGGrid.size(of: size).width
    let length = (time + Self.pause).count(of: .milliseconds(1))
    var steps = ""
    var pages = ""
    for (index, moment) in moments.enumerated() {
      // In thousandths of a per cent.
      let share = moment.time.count(of: .milliseconds(1)) * 100_000 / length
      let part = "\(share % 1_000 + 1_000)".dropFirst()
      steps += "\(share / 1_000).\(part)%{transform:translateX(\(-index * step)px)}\n"
      pages += "<g transform=\"translate(\(index * step))\">\(moment.elements)</g>\n"
    }
    let defined = definitions.enumerated().filter { !$0.element.isEmpty }
      .map { "<g id=\"r\($0.offset)\">\($0.element)</g>\n" }.joined()
    let head = SVGGrid.head(size, colors ?? .dark)
    return """
      \(head[0])
      <style>
      @keyframes film {
      \(steps)}
      #film { animation: film \(length)ms step-end infinite; }
      </style>
      \(head[1])
      <defs>
      \(defined)</defs>
      <g id="film" \(SVGGrid.font)>
      \(pages)</g>
      </svg>

      """
  }
}
