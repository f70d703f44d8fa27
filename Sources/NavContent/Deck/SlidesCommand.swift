/// A code block of slides that is replaced by the output of a command: `~~~graph-easy --as=boxart`.
///
/// A single word is the language of code, not a command.
struct SlidesCommand {
  let text: String

  /// Nil if the block is code.
  init?(_ node: MarkdownNode) {
    guard let fence = node.fence, fence.mark == UInt8(ascii: "~"), fence.count == 3 else {
      return nil
    }
    let info = node.fenceInfo.trimmingBlanks()
    let parts = FenceParts(info).parts
    guard parts.count > 1, case .word(let first) = parts[0], !first.contains(where: ",=".contains),
      parts.allSatisfy({ if case .word(let word) = $0 { !word.hasPrefix("+") } else { false } }),
      // Words that are valid code attributes make the block code.
      CodeFence(info: info).unused.count == parts.count - 1
    else { return nil }
    text = info
  }

  /// Whether the deck may contain such commands: its front matter has only keys of slides.
  static func areMeant(by matter: FrontMatter) -> Bool {
    let keys: Set<String> = ["theme", "author", "date", "paging"]
    return matter.dialect == .yaml && matter.values.keys.allSatisfy(keys.contains)
  }
}
