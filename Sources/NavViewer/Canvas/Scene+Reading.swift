import NavScene

extension Scene {
  /// The container at an index of `containers`, for reading its fields.
  ///
  /// It is not copied, as with the array's subscript. Each module that needs it has its own, because none is inlined from
  /// another module.
  @inline(__always)
  subscript(at index: Int) -> Container {
    _read { yield containers.span[index] }
  }
}
