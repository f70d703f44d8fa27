import CCMark

extension MarkdownNode {
  /// The last line of a block, from 1.
  var endLine: Int { Int(cmark_node_get_end_line(pointer)) }

  /// The fence character of a code block and the length of its fence; nil for an indented code
  /// block.
  var fence: (mark: UInt8, count: Int)? {
    var count: Int32 = 0
    var offset: Int32 = 0
    var mark: CChar = 0
    guard cmark_node_get_fenced(pointer, &count, &offset, &mark) != 0 else { return nil }
    return (UInt8(bitPattern: mark), Int(count))
  }
}
