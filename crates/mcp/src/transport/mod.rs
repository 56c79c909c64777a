//! The two ways in: standard input and output of a program that another one starts, and HTTP.

pub mod http;
pub mod stdio;

mod sessions;
