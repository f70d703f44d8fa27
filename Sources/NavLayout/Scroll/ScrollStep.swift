/// A scroll request from a key or the wheel.
package enum ScrollStep: Hashable, Sendable {
  case lineBack
  case lineForward
  /// The bounds without one line, which stays in view; a page of a paging view.
  case pageBack
  case pageForward
  /// Notches of the wheel, positive forward; a paging view turns one page for any number of them.
  case wheel(Int)
  case start
  case end
}

extension ScrollMetrics {
  /// Returns the offset after a step: a legal offset, at a page if the view pages.
  package func offset(after step: ScrollStep, from offset: Double) -> Double {
    switch step {
    case .lineBack: isPaging ? turned(-1, from: offset) : confined(offset - line)
    case .lineForward: isPaging ? turned(1, from: offset) : confined(offset + line)
    case .pageBack: isPaging ? turned(-1, from: offset) : confined(offset - pageStep)
    case .pageForward: isPaging ? turned(1, from: offset) : confined(offset + pageStep)
    case .wheel(let notches):
      isPaging
        ? turned(notches.signum(), from: offset)
        : confined(offset + Double(notches) * line * Self.linesPerNotch)
    case .start: range.lowerBound
    case .end: range.upperBound
    }
  }

  /// The distance that a page key scrolls, at least a line.
  package var pageStep: Double { max(line, bounds - line) }

  private func turned(_ pages: Int, from offset: Double) -> Double {
    let page = page(at: offset) + pages
    return self.offset(ofPage: min(max(0, page), pageCount - 1))
  }

  /// Returns the offset, nearest to the current one, at which a part of the content is visible; the current one if it
  /// already is.
  ///
  /// - Parameters:
  ///   - start: the start of the part.
  ///   - length: the length of the part, at least 0.
  ///   - offset: the current offset.
  /// - Returns: a legal offset, or `offset` unchanged.
  package func offset(showing start: Double, _ length: Double, from offset: Double) -> Double {
    precondition(length >= 0, "cannot show a length of \(length)")
    let end = start + length
    if start >= offset, end <= offset + bounds { return offset }
    return confined(start < offset || length > bounds ? start : end - bounds)
  }
}
