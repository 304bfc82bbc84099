public import Model
public enum StandardOrder { public static func appendKey(of t: UnsafeBufferPointer<UInt8>, to b: inout [UInt8]) {} }
public struct StringMatcher { public init(_ m: StringMatch, needle: String) {} ; public func matches(_ t: String) -> Bool { false }; public func matches(_ t: UnsafeBufferPointer<UInt8>) -> Bool { false } }
