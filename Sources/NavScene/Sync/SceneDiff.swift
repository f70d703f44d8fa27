import NavBase

extension Scene {
  /// Returns the changes that turn this scene into another one exactly.
  ///
  /// O(both scenes); the list is empty if and only if they are equal.
  package func changes(to other: Scene) -> [SceneChange] {
    var changes: [SceneChange] = []
    let mask = root.difference(from: other.root, in: .root)
    if !mask.isEmpty {
      changes.append(.root(RootChange(FieldChange(mask, of: other.root, in: .root))))
    }
    for old in containers where other.index(of: old.id) == nil {
      changes.append(.removeContainer(old.id))
    }
    // Both are ascending by id, so one pass finds the container before each change.
    var place = 0
    for new in other.containers {
      while place < containers.count, containers[place].id < new.id { place += 1 }
      if place < containers.count, containers[place].id == new.id {
        new.add(to: &changes, from: containers[place], isNew: false)
      } else {
        new.add(to: &changes, from: Container(new.id), isNew: true)
      }
    }
    return changes
  }
}

extension Container {
  /// The fields that describe the container to somebody who does not know it: all but those with initial values.
  package var stated: FieldMask {
    var mask = FieldTable.container.initial.difference(from: values, in: .container)
    // The kind is always stated, because no kind is the default on the wire.
    mask.insert(Int(ContainerField.kind.rawValue))
    return mask
  }

  /// Appends the changes that lead from an older state of the container to this one.
  fileprivate func add(to changes: inout [SceneChange], from old: Container, isNew: Bool) {
    let mask = isNew ? stated : old.values.difference(from: values, in: .container)
    if !mask.isEmpty {
      let change = ContainerChange(FieldChange(mask, of: values, in: .container))
      changes.append(.container(id, change))
    }
    guard old.rows != rows else { return }
    changes += old.rows.removals(to: rows).map { .removeRows(id, $0) }
    changes += old.rows.additions(to: rows).map { .rows(id, first: $0.first, $0.rows) }
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
