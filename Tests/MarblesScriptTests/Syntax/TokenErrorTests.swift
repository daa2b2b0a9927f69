import Testing

@testable import MarblesScript

@Suite("Errors in tokens and operators") struct TokenErrorTests {
  @Test("errors in strings are reported")
  func errorsInStringsAreReported() {
    let escapes = #"the escapes are \n \t \r \0 \\ \" \' \u{…} \(…)"#
    expectErrors(
      #"""
      let a = "\q \u{110000} \u12 \u{} \é"
               ^~ '\q' is not an escape | \#(escapes)
                  ^~~~~~~~~~ '\u{110000}' is not a character
                             ^~ '\u' is not a character
                                  ^~~~ '\u{}' is not a character
                                       ^~ '\é' is not an escape | \#(escapes)
      let b = "\(c d) \() \(1 +)"
                   ^ expected ')', found 'd'
                        ^ expected an expression, found the end
                               ^ expected an expression, found the end
      let e = """
              ^~~ the lines of this string are not between its quotes | write '"""' in lines of their own, and indent the text like the closing '"""'
       f
        """
      let g = ,
              ^ expected an expression, found ','
      """#)
  }

  @Test("wrong numbers, too large numbers and unknown units are reported")
  func wrongNumbersTooLargeNumbersAndUnknownUnitsAreReported() {
    expectErrors(
      """
      let a = 9223372036854775808
              ^~~~~~~~~~~~~~~~~~~ 9223372036854775808 does not fit into 64 bits
      let b = -9_223_372_036_854_775_809
              ^~~~~~~~~~~~~~~~~~~~~~~~~~ -9_223_372_036_854_775_809 does not fit into 64 bits
      let c = 0xFFFFFFFFFFFFFFFFF + 1e999
              ^~~~~~~~~~~~~~~~~~~ 0xFFFFFFFFFFFFFFFFF does not fit into 64 bits
                                    ^~~~~ 1e999 is too large for a number
      let d = 10min + 3h + 12a3 + 0xZ + 0b2
              ^~~~~ 'min' is not a unit of time | write ns, us, ms, s or m
                      ^~ 'h' is not a unit of time | write ns, us, ms, s or m
                           ^~~~ '12a3' is not a number
                                  ^~~ '0xZ' is not a number
                                        ^~~ '0b2' is not a number
      frame 0.0000001ms
            ^~~~~~~~~~~ 0.0000001ms is not a whole number of nanoseconds
      until 999999999999m
            ^~~~~~~~~~~~~ 999999999999m is too long
      until 99999999999999999999s
            ^~~~~~~~~~~~~~~~~~~~~ 99999999999999999999s is too long
      let e = $99999999999999999999
              ^~~~~~~~~~~~~~~~~~~~~ 99999999999999999999 does not fit into 64 bits
      """)
  }

  @Test("unknown operators and chained comparisons are reported")
  func unknownOperatorsAndChainedComparisonsAreReported() {
    expectErrors(
      """
      let a = b & c
                ^ '&' is not an operator | did you mean '&&'?
      let d = e ^ f
                ^ '^' is not an operator
      let g = h < i < j < k
                    ^ comparisons cannot be chained | join two comparisons with '&&'
      let l = m == n == o
                     ^~ comparisons cannot be chained | join two comparisons with '&&'
      let p = q ? r
                   ^ expected ':' and the other value, found the end of the line
      let s = t.
                ^ expected a name behind '.', found the end of the line
      let u = \\
               ^ expected '.' and a property, found the end of the line
      expect v = 3
               ^ expected '==', found '='
      w + 1 = 3
      ^~~~~ this cannot be assigned to
      """)
  }

  @Test("characters that are not allowed in a script are reported")
  func charactersThatAreNotAllowedInAScriptAreReported() {
    expectErrors(
      """
      let a = “b”
              ^ '“' is a typographic character | write a straight quote
                ^ '”' is a typographic character | write a straight quote
      let c =\u{A0}1
             ^ '\u{A0}' is a typographic character | write an ASCII character
      let d = e # f
                ^ unexpected character '#'
      let g = \u{7}
              ^ the control character U+0007 is not allowed in a script
      let h = "\u{1B}[2J"
               ^ the control character U+001B is not allowed in a script
      i: --\u{1}-
           ^ the control character U+0001 is not allowed in a script
      let j = 1 /* never
                ^~ this comment is not closed | close it with '*/'
      """)
  }
}
