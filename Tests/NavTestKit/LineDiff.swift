/// Returns a readable line difference of two texts: ` ` both, `-` only expected, `+` only actual.
///
/// Shows two common lines around each difference; nil for equal texts.
package func lineDiff(expected: String, actual: String) -> String? {
  guard expected != actual else { return nil }
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [(mark: Character, text: Substring)] = []
  var (oldIndex, newIndex) = (0, 0)
  while oldIndex < old.count || newIndex < new.count {
    if removed.contains(oldIndex) {
      lines.append(("-", old[oldIndex]))
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append(("+", new[newIndex]))
      newIndex += 1
    } else {
      lines.append((" ", old[oldIndex]))
      oldIndex += 1
      newIndex += 1
    }
  }
  return withContext(lines)
}

private func withContext(_ lines: [(mark: Character, text: Substring)]) -> String {
  let shown = Set(
    lines.indices.filter { lines[$0].mark != " " }.flatMap { ($0 - 2)...($0 + 2) }
  )
  var output: [String] = []
  var isCut = false
  for index in lines.indices {
    if shown.contains(index) {
      output.append("\(lines[index].mark) \(lines[index].text)")
      isCut = false
    } else if !isCut {
      output.append("  ...")
      isCut = true
    }
  }
  return output.joined(separator: "\n")
}
