/// One line of a wrapped text, as a range of the text.
struct TextLine: Hashable {
  /// UTF-8 offsets, without trailing blanks.
  var bytes: Range<Int>
  /// The index of the line's first grapheme in the text.
  var grapheme: Int
  /// The width of the line, at most the requested width.
  var columns: Int
  /// Whether the line is painted exactly as in the text; otherwise some clusters are left out or replaced.
  var isVerbatim: Bool
}

/// Wraps a sanitised text to a width, one line at a time, in one pass over the text.
///
/// A line ends, in this order of preference: at a line feed; at the last break opportunity that fits; or between two
/// grapheme clusters inside a word that is longer than a line. Lines may break at blanks, after a hyphen or dash inside
/// a compound that continues with a letter, at zero-width spaces and soft hyphens, and between characters of two
/// columns. Closing punctuation never begins a line and opening punctuation never ends one, unless nothing else is
/// possible. With `keepsWords` a word that fits in a line is broken nowhere. Blanks at the start and at the end of a
/// line are dropped. Clusters without a width are left out. In a line of one column a character of two is painted as
/// `…`. Of a cluster of more than `ClusterScanner.byteLimit` bytes the first scalars are painted. A text of blanks has
/// no lines.
struct LineBreaker {
  /// A break opportunity in the current line.
  private struct Opportunity {
    /// The end of the line if it breaks here, as an offset in the text, and its width.
    var contentEnd: Int
    var contentColumns: Int
    /// The offset and the grapheme at which the next line then begins.
    var resume: Int
    var resumeGrapheme: Int
    /// The columns of the line before `resume`.
    var resumeColumns: Int
  }

  /// The line that is being filled.
  private struct Line {
    /// The offset of its start in the text.
    var start = 0
    var startGrapheme = 0
    var width = 0
    var isEmpty = true
    var isVerbatim = true
    /// The last break opportunity.
    var opportunity: Opportunity?
    /// The last break opportunity between two words.
    var wordStart: Opportunity?
    /// The offset of the blanks directly before the next cluster, and the columns before them.
    var blanks: (offset: Int, columns: Int)?

    func text(to end: Int, columns: Int) -> TextLine {
      TextLine(
        bytes: start..<max(start, end),
        grapheme: startGrapheme,
        columns: columns,
        isVerbatim: isVerbatim
      )
    }
  }

  private let columns: Int
  private let keepsWords: Bool
  private var scanner: ClusterScanner
  /// The number of graphemes scanned so far; at the end, that of the whole text.
  private(set) var graphemes = 0
  private var line = Line()
  private var last: ClusterClass = .blank
  private var beforeLast: ClusterClass = .blank
  /// A scanned cluster that belongs to the next line.
  private var waiting: Cluster?

  /// Starts wrapping a text.
  ///
  /// - Parameters:
  ///   - text: sanitised, with line feeds at the author's line breaks.
  ///   - columns: the width, at least 1.
  ///   - keepsWords: whether a word that fits in a line stays whole, also behind hyphens and between wide characters.
  init(_ text: String, columns: Int, keepsWords: Bool = false) {
    precondition(columns >= 1, "cannot wrap a text to no columns")
    self.columns = columns
    self.keepsWords = keepsWords
    scanner = ClusterScanner(text)
  }

  /// Returns the next line, or nil after the last one.
  ///
  /// O(length of the line).
  mutating func next() -> TextLine? {
    while let cluster = waiting ?? scan() {
      waiting = nil
      switch cluster.kind {
      case .lineFeed:
        return endLine(at: cluster)
      case .blank:
        passBlank(cluster)
      case .invisible(let canBreakAfter):
        passInvisible(cluster, canBreakAfter: canBreakAfter)
      case .letter, .digit, .hyphen, .opener, .closer, .wide, .other:
        if let ended = place(cluster) {
          waiting = cluster
          return ended
        }
      }
    }
    guard !line.isEmpty else { return nil }
    let end = line.blanks?.offset ?? scanner.offset
    let ended = line.text(to: end, columns: line.blanks?.columns ?? line.width)
    line.isEmpty = true
    return ended
  }

  private mutating func scan() -> Cluster? {
    guard let cluster = scanner.next() else { return nil }
    graphemes += 1
    return cluster
  }

  /// Returns the painted width of a cluster, at most the width of a line.
  private func paintedColumns(_ cluster: Cluster) -> Int { min(cluster.columns, columns) }

  private mutating func endLine(at lineFeed: Cluster) -> TextLine {
    let end = line.isEmpty ? line.start : line.blanks?.offset ?? lineFeed.bytes.lowerBound
    let ended = line.text(to: end, columns: line.isEmpty ? 0 : line.blanks?.columns ?? line.width)
    line = Line(start: lineFeed.bytes.upperBound, startGrapheme: graphemes)
    remember(.lineFeed)
    return ended
  }

  private mutating func passBlank(_ cluster: Cluster) {
    if line.isEmpty {
      line = Line(start: cluster.bytes.upperBound, startGrapheme: graphemes)
    } else {
      if line.blanks == nil { line.blanks = (cluster.bytes.lowerBound, line.width) }
      line.width += cluster.columns
    }
    remember(.blank)
  }

  private mutating func passInvisible(_ cluster: Cluster, canBreakAfter: Bool) {
    line.isVerbatim = false
    guard canBreakAfter, !line.isEmpty, line.blanks == nil else { return }
    line.opportunity = Opportunity(
      contentEnd: cluster.bytes.lowerBound,
      contentColumns: line.width,
      resume: cluster.bytes.upperBound,
      resumeGrapheme: graphemes,
      resumeColumns: line.width
    )
    if keepsWords { line.wordStart = line.opportunity }
  }

  /// Adds a cluster to the line, or returns the completed line if the cluster does not fit.
  private mutating func place(_ cluster: Cluster) -> TextLine? {
    if let blanks = line.blanks {
      note(contentEnd: blanks.offset, contentColumns: blanks.columns, resume: cluster)
      if keepsWords { line.wordStart = line.opportunity }
    } else if !line.isEmpty && canBreak(before: cluster.kind) {
      note(contentEnd: cluster.bytes.lowerBound, contentColumns: line.width, resume: cluster)
    }
    let room = paintedColumns(cluster)
    if line.width + room > columns && !line.isEmpty { return breakLine(before: cluster) }
    line.blanks = nil
    line.width += room
    line.isEmpty = false
    if room != cluster.columns || cluster.isOversized { line.isVerbatim = false }
    remember(cluster.kind)
    return nil
  }

  private mutating func breakLine(before cluster: Cluster) -> TextLine {
    guard let opportunity = keptWord(with: cluster) ?? line.opportunity else {
      let ended = line.text(to: cluster.bytes.lowerBound, columns: line.width)
      line = Line(start: cluster.bytes.lowerBound, startGrapheme: graphemes - 1)
      return ended
    }
    let ended = line.text(to: opportunity.contentEnd, columns: opportunity.contentColumns)
    let carried = line.width - opportunity.resumeColumns
    let isCarriedVerbatim = line.isVerbatim
    line = Line(start: opportunity.resume, startGrapheme: opportunity.resumeGrapheme)
    line.width = carried
    line.isEmpty = carried == 0
    line.isVerbatim = isCarriedVerbatim
    return ended
  }

  /// Returns the start of the word that a cluster continues if words are kept and the word fits in a line.
  private func keptWord(with cluster: Cluster) -> Opportunity? {
    guard keepsWords, let start = line.wordStart else { return nil }
    var width = line.width - start.resumeColumns
    var rest = scanner
    var next: Cluster? = cluster
    while let cluster = next, width <= columns {
      switch cluster.kind {
      case .lineFeed, .blank, .invisible(canBreakAfter: true): return start
      case .invisible(canBreakAfter: false): break
      case .letter, .digit, .hyphen, .opener, .closer, .wide, .other:
        width += paintedColumns(cluster)
      }
      next = rest.next()
    }
    return width <= columns ? start : nil
  }

  private mutating func note(contentEnd: Int, contentColumns: Int, resume cluster: Cluster) {
    line.opportunity = Opportunity(
      contentEnd: contentEnd,
      contentColumns: contentColumns,
      resume: cluster.bytes.lowerBound,
      resumeGrapheme: graphemes - 1,
      resumeColumns: line.width
    )
  }

  private mutating func remember(_ kind: ClusterClass) {
    beforeLast = last
    last = kind
  }

  /// Whether a line may break between the last cluster and one of this kind, without a blank between them.
  private func canBreak(before kind: ClusterClass) -> Bool {
    canBreakLine(behind: last, beforeLast, before: kind)
  }
}

/// Returns whether a line may break between two clusters, given the cluster before both.
private func canBreakLine(
  behind last: ClusterClass,
  _ beforeLast: ClusterClass,
  before kind: ClusterClass
) -> Bool {
  switch (last, kind) {
  case (.hyphen, .letter), (.hyphen, .wide):
    switch beforeLast {
    case .letter, .digit, .wide, .closer: true
    case .lineFeed, .blank, .invisible, .hyphen, .opener, .other: false
    }
  case (.letter, .wide), (.digit, .wide), (.closer, .wide), (.wide, .wide): true
  case (.wide, .letter), (.wide, .digit), (.wide, .opener): true
  default: false
  }
}

/// Returns the width of the widest part of a sanitised text that stays whole.
///
/// O(length).
///
/// - Parameter limit: the width up to which a word stays whole; a longer one is broken at all its break opportunities
///   (`LineBreaker`).
func longestWord(of text: String, keepingUpTo limit: Int = 0) -> Int {
  var scanner = ClusterScanner(text)
  var (beforeLast, last) = (ClusterClass.blank, ClusterClass.blank)
  // The longest part so far, the width of the part and of the word that are being read, and the word's longest part.
  var (longest, part, word, longestPart) = (0, 0, 0, 0)
  func longestSoFar() -> Int { max(longest, word <= limit ? word : longestPart) }
  while let cluster = scanner.next() {
    switch cluster.kind {
    case .lineFeed, .blank, .invisible(canBreakAfter: true):
      longest = longestSoFar()
      (part, word, longestPart) = (0, 0, 0)
    case .invisible(canBreakAfter: false): continue
    case .letter, .digit, .hyphen, .opener, .closer, .wide, .other:
      if canBreakLine(behind: last, beforeLast, before: cluster.kind) { part = 0 }
      part += cluster.columns
      word += cluster.columns
      longestPart = max(longestPart, part)
    }
    (beforeLast, last) = (last, cluster.kind)
  }
  return longestSoFar()
}
