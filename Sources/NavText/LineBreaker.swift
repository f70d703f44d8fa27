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
/// possible. Blanks at the start and at the end of a line are dropped. Clusters without a width are left out. In a line
/// of one column a character of two is painted as `…`. A cluster of more than `ClusterScanner.byteLimit` bytes is
/// painted as U+FFFD. A text of blanks has no lines.
/// than `ClusterScanner.byteLimit` bytes is painted as U+FFFD. A text of blanks has no lines.
struct LineBreaker {
  /// A break opportunity in the current line.
  private struct Opportunity {
    var contentEnd: Int
    var contentColumns: Int
    var resume: Int
    var resumeGrapheme: Int
    /// The columns of the line before `resume`.
    var resumeColumns: Int
  }

  private let columns: Int
  private var scanner: ClusterScanner
  /// The number of graphemes scanned so far; at the end, that of the whole text.
  private(set) var graphemes = 0

  private var start = 0
  private var startGrapheme = 0
  private var width = 0
  private var isEmpty = true
  private var isVerbatim = true
  private var opportunity: Opportunity?
  /// The offset of the blanks directly before the next cluster, and the columns before them.
  private var blanks: (offset: Int, columns: Int)?
  private var last: ClusterClass = .blank
  private var beforeLast: ClusterClass = .blank
  /// A scanned cluster that belongs to the next line.
  private var waiting: Cluster?

  /// Starts wrapping a text.
  ///
  /// - Parameters:
  ///   - text: sanitised, with line feeds at the author's line breaks.
  ///   - columns: the width, at least 1.
  init(_ text: String, columns: Int) {
    precondition(columns >= 1, "cannot wrap a text to no columns")
    self.columns = columns
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
        if let line = place(cluster) {
          waiting = cluster
          return line
        }
      }
    }
    guard !isEmpty else { return nil }
    let line = lineUpTo(blanks?.offset ?? scanner.offset, columns: blanks?.columns ?? width)
    isEmpty = true
    return line
  }

  private mutating func scan() -> Cluster? {
    guard let cluster = scanner.next() else { return nil }
    graphemes += 1
    return cluster
  }

  /// Returns the painted width of a cluster, at most the width of a line.
  private func paintedColumns(_ cluster: Cluster) -> Int { min(cluster.columns, columns) }

  private mutating func endLine(at lineFeed: Cluster) -> TextLine {
    let end = isEmpty ? start : blanks?.offset ?? lineFeed.bytes.lowerBound
    let line = lineUpTo(end, columns: isEmpty ? 0 : blanks?.columns ?? width)
    begin(at: lineFeed.bytes.upperBound, grapheme: graphemes)
    remember(.lineFeed)
    return line
  }

  private mutating func passBlank(_ cluster: Cluster) {
    if isEmpty {
      begin(at: cluster.bytes.upperBound, grapheme: graphemes)
    } else {
      if blanks == nil { blanks = (cluster.bytes.lowerBound, width) }
      width += cluster.columns
    }
    remember(.blank)
  }

  private mutating func passInvisible(_ cluster: Cluster, canBreakAfter: Bool) {
    isVerbatim = false
    guard canBreakAfter, !isEmpty, blanks == nil else { return }
    opportunity = Opportunity(
      contentEnd: cluster.bytes.lowerBound,
      contentColumns: width,
      resume: cluster.bytes.upperBound,
      resumeGrapheme: graphemes,
      resumeColumns: width
    )
  }

  /// Adds a cluster to the line, or returns the completed line if the cluster does not fit.
  private mutating func place(_ cluster: Cluster) -> TextLine? {
    if let blanks {
      note(contentEnd: blanks.offset, contentColumns: blanks.columns, resume: cluster)
    } else if !isEmpty && canBreak(before: cluster.kind) {
      note(contentEnd: cluster.bytes.lowerBound, contentColumns: width, resume: cluster)
    }
    let room = paintedColumns(cluster)
    if width + room > columns && !isEmpty { return breakLine(before: cluster) }
    blanks = nil
    width += room
    isEmpty = false
    if room != cluster.columns || cluster.isOversized { isVerbatim = false }
    remember(cluster.kind)
    return nil
  }

  private mutating func breakLine(before cluster: Cluster) -> TextLine {
    guard let opportunity else {
      let line = lineUpTo(cluster.bytes.lowerBound, columns: width)
      begin(at: cluster.bytes.lowerBound, grapheme: graphemes - 1)
      return line
    }
    let line = lineUpTo(opportunity.contentEnd, columns: opportunity.contentColumns)
    let carried = width - opportunity.resumeColumns
    let isCarriedVerbatim = isVerbatim
    begin(at: opportunity.resume, grapheme: opportunity.resumeGrapheme)
    width = carried
    isEmpty = carried == 0
    isVerbatim = isCarriedVerbatim
    return line
  }

  private mutating func note(contentEnd: Int, contentColumns: Int, resume cluster: Cluster) {
    opportunity = Opportunity(
      contentEnd: contentEnd,
      contentColumns: contentColumns,
      resume: cluster.bytes.lowerBound,
      resumeGrapheme: graphemes - 1,
      resumeColumns: width
    )
  }

  private mutating func begin(at offset: Int, grapheme: Int) {
    start = offset
    startGrapheme = grapheme
    width = 0
    isEmpty = true
    isVerbatim = true
    opportunity = nil
    blanks = nil
  }

  private func lineUpTo(_ end: Int, columns: Int) -> TextLine {
    TextLine(
      bytes: start..<max(start, end),
      grapheme: startGrapheme,
      columns: columns,
      isVerbatim: isVerbatim
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

/// Returns the width of the widest part of a sanitised text without a break opportunity (`LineBreaker`).
///
/// O(length).
func longestWord(of text: String) -> Int {
  var scanner = ClusterScanner(text)
  var (beforeLast, last) = (ClusterClass.blank, ClusterClass.blank)
  var (longest, width) = (0, 0)
  while let cluster = scanner.next() {
    switch cluster.kind {
    case .lineFeed, .blank, .invisible(canBreakAfter: true): width = 0
    case .invisible(canBreakAfter: false): continue
    case .letter, .digit, .hyphen, .opener, .closer, .wide, .other:
      if canBreakLine(behind: last, beforeLast, before: cluster.kind) { width = 0 }
      width += cluster.columns
      longest = max(longest, width)
    }
    (beforeLast, last) = (last, cluster.kind)
  }
  return longest
}
