//! What a task is told of its series: the state of the knowledge it works on from beginning to end.

use super::TaskContext;
use crate::context::{KnowledgeBlock, KnowledgeQuery, knowledge_block};
use crate::driver::TaskError;
use book::id::ChapterId;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::summary::Summary;
use book::text::markup::Marked;
use std::sync::Arc;
use store::record::ParagraphRecord;
use tools::series_knowledge::{KnowledgeAt, SeriesKnowledge};

/// The knowledge of one task.
pub(super) struct KnowledgeSnapshot {
    series: Arc<SeriesKnowledge>,
    moment: StoryPosition,
}

impl KnowledgeSnapshot {
    /// What the series knows now, at the chapter's moment; `None` if the run has no cache of series knowledge.
    pub(super) async fn now(
        context: &TaskContext<'_>,
        chapter: ChapterId,
    ) -> Result<Option<Self>, TaskError> {
        let Some(knowledge_cache) = &context.run.knowledge_cache else { return Ok(None) };
        let library = context.run.store.library();
        let series = knowledge_cache.get(library).await?;
        let moment = library.position_of(context.run.book.id, chapter).await?;
        Ok(Some(Self { series, moment }))
    }

    /// The same as the checks and the context block see it.
    pub(super) fn known(&self) -> KnowledgeAt<'_> {
        KnowledgeAt { series: &self.series, moment: self.moment }
    }

    /// What of it concerns a chunk. `title` is the chapter's, `before` are the paragraphs shown before the chunk.
    pub(super) async fn knowledge_block(
        &self,
        context: &TaskContext<'_>,
        chapter: ChapterId,
        title: &str,
        (stretch, before): (&[ParagraphRecord], &[ParagraphRecord]),
        work_tokens: u64,
    ) -> Result<KnowledgeBlock, TaskError> {
        let title = Marked::from_plain(title);
        let texts: Vec<&Marked> =
            std::iter::once(&title).chain(stretch.iter().map(|paragraph| &paragraph.text)).collect();
        let before: Vec<&Marked> = before.iter().map(|paragraph| &paragraph.text).collect();
        let summary = self.summary_before(context).await?;
        Ok(knowledge_block(&KnowledgeQuery {
            language: context.run.task_options.language,
            known: self.known(),
            book: context.run.book.id,
            chapter,
            texts: &texts,
            before: &before,
            summary: summary.as_ref(),
            work_tokens,
        }))
    }

    /// The summary of the chapter before in the same book, if it is still that of its text.
    async fn summary_before(&self, context: &TaskContext<'_>) -> Result<Option<Summary>, TaskError> {
        let (Some(knowledge_cache), Some(before)) =
            (&context.run.knowledge_cache, self.moment.chapter().checked_sub(1))
        else {
            return Ok(None);
        };
        let library = context.run.store.library();
        let before = StoryPosition::new(self.moment.book(), before);
        let Some((book, chapter)) = library.chapter_at(knowledge_cache.series(), before).await? else {
            return Ok(None);
        };
        let Some(kept) = library.summary(book, chapter).await? else { return Ok(None) };
        let digest = library.chapter_digest(book, chapter).await?;
        Ok(Some(kept.value).filter(|summary| summary.is_current(&digest)))
    }
}
