import NavGeometry
package import NavScene
import NavText

extension Scene {
  /// Returns the changes that turn this scene into another one exactly.
  ///
  /// O(both scenes); the list is empty if and only if they are equal.
  package func changes(to other: Scene) -> [SceneChange] {
    var changes: [SceneChange] = []
    var root = RootChange()
    for field in RootField.ascending where self[field] != other[field] {
      root.fields[field] = other[field]
    }
    for text in RootText.allCases where self[text] != other[text] { root.texts[text] = other[text] }
    if !root.isEmpty { changes.append(.root(root)) }
    for old in containers where other[old.id] == nil {
      changes.append(.removeContainer(old.id))
    }
    for new in other.containers {
      changes += (self[new.id] ?? Container(blank: new.id)).changes(
        to: new,
        isNew: self[new.id] == nil
      )
    }
    return changes
  }
}

extension Container {
  /// Creates a container with the default of every field.
  init(blank id: ContainerID) {
    self.init(id: id, kind: .page, frame: .zero)
  }

  fileprivate func changes(to other: Container, isNew: Bool) -> [SceneChange] {
    var changes: [SceneChange] = []
    var change = ContainerChange()
    for field in ContainerField.ascending where self[field] != other[field] {
      change.fields[field] = other[field]
    }
    // A new container always states its kind, because no kind is the default on the wire.
    if isNew { change.fields[.kind] = other[.kind] }
    for text in ContainerText.allCases where self[text] != other[text] {
      change.texts[text] = other[text]
    }
    if !change.isEmpty { changes.append(.container(id, change)) }
    changes += rows.removals(to: other.rows).map { .removeRows(id, $0) }
    changes += rows.additions(to: other.rows).map { .rows(id, first: $0.first, $0.rows) }
    return changes
  }
}

extension RowTable {
  /// Returns the ranges of rows that exist here and not in `other`.
  fileprivate func removals(to other: RowTable) -> [Range<Int>] {
    segments.flatMap { segment -> [Range<Int>] in
      var left = [segment.first..<segment.end]
      for there in other.segments {
        left = left.flatMap { $0.subtracting(there.first..<there.end) }
      }
      return left
    }
  }

  /// Returns the ranges of rows in `other` that are new or differ.
  fileprivate func additions(to other: RowTable) -> [RowSegment] {
    var additions: [RowSegment] = []
    for segment in other.segments {
      let here = segments.first { $0.first <= segment.first && segment.end <= $0.end }
      if let here, here.rows[(segment.first - here.first)...].starts(with: segment.rows) {
        continue
      }
      for (offset, row) in segment.rows.enumerated() where self[segment.first + offset] != row {
        let index = segment.first + offset
        if let last = additions.last, last.end == index {
          additions[additions.count - 1].rows.append(row)
        } else {
          additions.append(RowSegment(first: index, rows: [row]))
        }
      }
    }
    return additions
  }
}

extension Range<Int> {
  fileprivate func subtracting(_ other: Range<Int>) -> [Range<Int>] {
    guard overlaps(other) else { return [self] }
    return [
      lowerBound..<Swift.max(lowerBound, other.lowerBound),
      Swift.min(upperBound, other.upperBound)..<upperBound,
    ].filter { !$0.isEmpty }
  }
}
