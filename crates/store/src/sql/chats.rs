//! Conversations with the assistant in the file.

use super::add::random;
use super::driver::{Connection, Row, query};
use super::rows::{book_id, book_key, chat_id, count, stored};
use super::scope::Scope;
use super::{DbError, SqlLibrary, edits};
use crate::change::{AttributedCause, ChangeId, Receipt};
use crate::chat::{ChatLineRecord, ChatRecord, ChatStep};
use crate::error::StoreError;
use crate::grant::Grant;
use crate::layer::Layer;
use crate::people::PersonId;
use crate::work::StepUsage;
use book::id::{BookId, ChatId};

impl SqlLibrary {
    pub(crate) async fn create_chat(
        &self,
        book: BookId,
        title: &str,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<ChatId, StoreError> {
        let mut turn = self.begin(Scope::Book(book)).await?;
        let done = create(&mut turn, book, title, person, now_ms).await;
        self.end(turn, done).await
    }

    pub(crate) async fn append_to_chat(
        &self,
        step: &ChatStep<'_>,
        person: Option<PersonId>,
    ) -> Result<Receipt, StoreError> {
        let mut turn = self.begin(Scope::Chat(step.chat)).await?;
        let done = append(&mut turn, step, person).await;
        self.end(turn, done).await
    }

    pub(crate) async fn remove_chat(&self, chat: ChatId) -> Result<(), StoreError> {
        let mut turn = self.begin(Scope::Chat(chat)).await?;
        let done = remove(&mut turn, chat).await;
        self.end(turn, done).await
    }

    pub(crate) async fn chats(&self, book: BookId) -> Result<Vec<ChatRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(chats(&mut reader, book).await)
    }

    pub(crate) async fn chat(&self, chat: ChatId) -> Result<ChatRecord, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(read_chat(&mut reader, chat).await)
    }

    pub(crate) async fn chat_lines(&self, chat: ChatId) -> Result<Vec<ChatLineRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(lines(&mut reader, chat).await)
    }
}

async fn create(
    connection: &mut Connection,
    book: BookId,
    title: &str,
    person: Option<PersonId>,
    now_ms: i64,
) -> Result<ChatId, DbError> {
    let key = book_key(connection, book).await?;
    let id = ChatId::from_random(random()?);
    query(
        "INSERT INTO chats (id, book, title, created_at, updated_at, person) VALUES ($1, $2, $3, $4, $4, $5)",
    )
    .bind(stored(id.number()))
    .bind(key.0)
    .bind(title)
    .bind(now_ms)
    .bind(person.map(PersonId::number))
    .execute(connection)
    .await?;
    Ok(id)
}

async fn append(
    connection: &mut Connection,
    step: &ChatStep<'_>,
    person: Option<PersonId>,
) -> Result<Receipt, DbError> {
    let chat = read_chat(connection, step.chat).await?;
    let overruling =
        if step.approved { edits::Overruling::Overrule } else { edits::Overruling::by(&step.cause.who) };
    let receipt = edits::commit(
        connection,
        Layer::Translation,
        chat.book,
        step.edits,
        AttributedCause { cause: step.cause, person, limit: None, grant: Grant::Process },
        overruling,
        step.now_ms,
    )
    .await?;
    query(
        "INSERT INTO chat_lines (chat, number, change, json, created_at) \
         SELECT c.key, (SELECT count(*) FROM chat_lines l WHERE l.chat = c.key), $2, $3, $4 FROM chats c WHERE c.id = $1",
    )
    .bind(stored(step.chat.number()))
    .bind(receipt.change.map(ChangeId::number))
    .bind(step.line)
    .bind(step.now_ms)
    .execute(&mut *connection)
    .await?;
    let StepUsage { input, cached_input, output, reasoning, cost_micros } = step.usage;
    query(
        "UPDATE chats SET input = input + $2, cached_input = cached_input + $3, output = output + $4, \
         reasoning = reasoning + $5, cost_micros = cost_micros + $6, updated_at = $7 WHERE id = $1",
    )
    .bind(stored(step.chat.number()))
    .bind(input)
    .bind(cached_input)
    .bind(output)
    .bind(reasoning)
    .bind(cost_micros)
    .bind(step.now_ms)
    .execute(connection)
    .await?;
    Ok(receipt)
}

async fn remove(connection: &mut Connection, chat: ChatId) -> Result<(), DbError> {
    let done =
        query("DELETE FROM chats WHERE id = $1").bind(stored(chat.number())).execute(connection).await?;
    if done.rows_affected() == 0 { Err(StoreError::NoSuchChat { chat }.into()) } else { Ok(()) }
}

macro_rules! select_chats {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, b.id AS book_id, c.title, c.input, c.cached_input, c.output, c.reasoning, c.cost_micros, ",
            "c.created_at, c.updated_at, (SELECT count(*) FROM chat_lines l WHERE l.chat = c.key) AS n_lines ",
            "FROM chats c JOIN books b ON b.key = c.book ",
            $rest
        )
    };
}

async fn chats(connection: &mut Connection, book: BookId) -> Result<Vec<ChatRecord>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(select_chats!("WHERE c.book = $1 ORDER BY c.updated_at DESC, c.key DESC"))
        .bind(key.0)
        .fetch_all(connection)
        .await?;
    rows.iter().map(record).collect()
}

async fn read_chat(connection: &mut Connection, chat: ChatId) -> Result<ChatRecord, DbError> {
    let row = query(select_chats!("WHERE c.id = $1"))
        .bind(stored(chat.number()))
        .fetch_optional(connection)
        .await?;
    record(&row.ok_or(StoreError::NoSuchChat { chat })?)
}

async fn lines(connection: &mut Connection, chat: ChatId) -> Result<Vec<ChatLineRecord>, DbError> {
    read_chat(connection, chat).await?;
    let rows = query(
        "SELECT l.number, l.change, l.json, l.created_at FROM chat_lines l JOIN chats c ON c.key = l.chat \
         WHERE c.id = $1 ORDER BY l.number",
    )
    .bind(stored(chat.number()))
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<ChatLineRecord, DbError> {
        Ok(ChatLineRecord {
            number: count(row, "number")?,
            json: row.try_get("json")?,
            change: row.try_get::<Option<i64>, _>("change")?.map(ChangeId::from_number),
            created_at: row.try_get("created_at")?,
        })
    };
    rows.iter().map(read).collect()
}

fn record(row: &Row) -> Result<ChatRecord, DbError> {
    Ok(ChatRecord {
        id: chat_id(row, "id")?,
        book: book_id(row, "book_id")?,
        title: row.try_get("title")?,
        n_lines: count(row, "n_lines")?,
        usage: StepUsage {
            input: row.try_get("input")?,
            cached_input: row.try_get("cached_input")?,
            output: row.try_get("output")?,
            reasoning: row.try_get("reasoning")?,
            cost_micros: row.try_get("cost_micros")?,
        },
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
    })
}
