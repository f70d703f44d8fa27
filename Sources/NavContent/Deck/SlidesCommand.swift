/// A block of slides that its program replaces by what a command prints: `~~~graph-easy --as=boxart`.
///
/// A single word is the language of code.
struct SlidesCommand {
  let text: String

  /// Nil for code.
  init?(_ node: MarkdownNode) {
    guard let fence = node.fence, fence.mark == UInt8(ascii: "~"), fence.count == 3 else {
      return nil
    }
    let info = node.fenceInfo.trimmingBlanks()
    let parts = FenceParts(info).parts
    guard parts.count > 1, case .word(let first) = parts[0], !first.contains(where: ",=".contains),
      parts.allSatisfy({ if case .word(let word) = $0 { !word.hasPrefix("+") } else { false } }),
      // Words that mean something for code make it code.
      CodeFence(info: info).unused.count == parts.count - 1
    else { return nil }
    text = info
  }

  /// Whether a deck may have any: its front matter has no keys but those of slides.
  static func areMeant(by matter: FrontMatter) -> Bool {
    let keys: Set<String> = ["theme", "author", "date", "paging"]
    return matter.dialect == .yaml && matter.values.keys.allSatisfy(keys.contains)
  }
}
